"""Results as Plotly figures: calm, in one hue, every number that matters written out beside its colour."""
