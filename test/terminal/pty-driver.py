"""Runs a program at a pseudo-terminal of its own, types at it, and looks at the terminal afterwards.

Reads one JSON object from standard input: argv, env, cwd, steps, seconds. A step waits until `sees`, a regular expression,
matches what came on the screen since the step before (an empty one matches at once), waits for `pause` seconds more, and
types `types`; with `look` it notes how the terminal is set. Prints one JSON object: `raw` is all that came, and `marks` are its
lengths when the steps typed.
"""

import fcntl
import json
import os
import re
import select
import signal
import struct
import sys
import termios
import time

wish = json.load(sys.stdin)
master, slave = os.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", wish["rows"], wish["columns"], 0, 0))
before = termios.tcgetattr(slave)
# What is typed before the terminal is the program's own would signal nobody.
seated, seat = os.pipe()
pid = os.fork()
if pid == 0:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for fd in (0, 1, 2):
        os.dup2(slave, fd)
    os.write(seat, b".")
    os.closerange(3, 64)
    os.chdir(wish["cwd"])
    os.execve(wish["argv"][0], wish["argv"], wish["env"])

os.read(seated, 1)
screen = ""
since = 0
looks = []
marks = []
status = None
steps = list(wish["steps"])
due = None
end = time.monotonic() + wish["seconds"]
escapes = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def mode():
    flags = termios.tcgetattr(slave)[3]
    return "raw" if not flags & termios.ICANON else "cooked"


def read(patience):
    global screen
    ready, _, _ = select.select([master], [], [], patience)
    if ready:
        screen += os.read(master, 65536).decode("utf-8", "replace")


while time.monotonic() < end:
    read(0.02)
    done, found = os.waitpid(pid, os.WNOHANG)
    if done:
        status = found
        break
    if steps and due is None and re.search(steps[0]["sees"], escapes.sub("", screen[since:])):
        due = time.monotonic() + steps[0]["pause"]
    if due is not None and time.monotonic() >= due:
        step = steps.pop(0)
        due = None
        since = len(screen)
        marks.append(since)
        if step.get("look"):
            looks.append(mode())
        if step.get("signal"):
            os.kill(pid, getattr(signal, step["signal"]))
        os.write(master, step["types"].encode())
if status is None:
    os.killpg(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    timed_out = True
else:
    timed_out = False
time.sleep(0.05)
read(0)
json.dump(
    {
        "code": os.waitstatus_to_exitcode(status),
        "timedOut": timed_out,
        "screen": escapes.sub("", screen),
        "raw": screen,
        "marks": marks,
        "left": len(steps),
        "looks": looks,
        "isRestored": termios.tcgetattr(slave) == before,
    },
    sys.stdout,
)
