"""`minebot read`: the boards in picture files, recordings, the clipboard, or the screen."""
