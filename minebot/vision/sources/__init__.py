"""Where pictures come from, beside the screen: recordings, the clipboard; and what a desktop lets a program do."""
