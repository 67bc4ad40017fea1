"""`python -m tokcore`; guarded, because every process that counts imports this file again."""

import sys

from tokcore.command import main

if __name__ == "__main__":
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # a file's name may be any bytes
    sys.exit(main())
