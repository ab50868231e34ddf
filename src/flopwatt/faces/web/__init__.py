"""The live page: a plan in the browser that moves while its sliders do, and the HTTP API behind."""
