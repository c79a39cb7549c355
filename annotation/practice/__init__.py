"""Labelling that counts for nothing: calibration rounds, and training that has to be passed."""
