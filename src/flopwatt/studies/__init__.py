"""Questions asked of a plan. ``run`` is the one conductor: it alone knows the order of rooms."""
