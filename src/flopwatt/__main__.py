"""``python -m flopwatt`` is the command line."""

from flopwatt.faces.cli import main

main()
