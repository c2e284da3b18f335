"""The themes: what a theme.toml says, the symbols that are drawn or captured, and the folders in which themes lie."""
