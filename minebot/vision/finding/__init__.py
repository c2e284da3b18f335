"""Where boards may lie in a picture, whatever their look: what `minebot.vision.locate` puts together."""
