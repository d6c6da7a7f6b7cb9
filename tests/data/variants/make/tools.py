# SPDX-License-Identifier: GPL-3.0-or-later
"""Invented interactions, written in any layout, with a truth.json beside each file."""
import datetime
import json
import random
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

UTC = datetime.timezone.utc
WORDS = ("amber anchor autumn basalt beacon birch candle canyon cedar cinder clover copper coral crimson "
         "dawn delta ember fable falcon fern flint frost garden glacier granite harbor hazel heron "
         "hollow indigo island ivory juniper lantern lark linen maple marble meadow mercury mirror "
         "nectar north oak ocean onyx orchard otter paper pebble pepper pine planet plum prairie quartz "
         "quiet raven reed river saffron sage shadow silver slate sparrow spruce stone summer thistle "
         "thunder timber tulip velvet violet walnut willow winter wren yellow zephyr").split()
PEOPLE = ("alice bruno carla dmitri elena farid greta hugo ingrid jonas katya liam mona nadia oscar "
          "paula quentin rosa stefan tara umar vera walter xenia yusuf zora").split()


@dataclass
class Row:
    user: str
    item: str
    time: int
    rating: object  # number or None
    n: int = 0      # number of the row in the file, from 0


def rng(name):
    """A generator of random numbers whose seed is `name`."""
    return random.Random("recscope variant " + name)


def titles(name, count):
    """Distinct titles of two or three words."""
    r = rng(name + " titles")
    distinct = []
    while len(distinct) < count:
        title = " ".join(w.capitalize() for w in r.sample(WORDS, r.choice((2, 2, 3))))
        if title not in distinct:
            distinct.append(title)
    return distinct


def int_ids(name, count, low, high):
    return [str(i) for i in sorted(rng(name + " ids").sample(range(low, high), count))]


def hex_ids(name, count, digits):
    r = rng(name + " hex")
    return ["".join(r.choice("0123456789abcdef") for _ in range(digits)) for _ in range(count)]


def code_ids(name, count, letters, size):
    r = rng(name + " code")
    distinct = []
    while len(distinct) < count:
        code = letters + "".join(r.choice("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(size))
        if code not in distinct:
            distinct.append(code)
    return distinct


def at(year, month, day, hour=0, minute=0, second=0):
    return int(datetime.datetime(year, month, day, hour, minute, second, tzinfo=UTC).timestamp())


def utc(seconds):
    return datetime.datetime.fromtimestamp(seconds, UTC)


def world(name, users=None, items=None, per=(3, 6), first=at(2015, 3, 2), last=at(2017, 11, 20), step=1,
          order="shuffled", scale=(1, 2, 3, 4, 5), rounds=1):
    """Returns rows. Every user has per[0] to per[1] distinct items and times in each of `rounds` rounds, fewer if all items
    have been used 8 * `rounds` times. Times are multiples of `step` seconds from `first` to `last`, ratings are drawn from
    `scale`. `order` of the rows: "shuffled", "time", or "users" (the rows of each user together). `name` is the seed."""
    r = rng(name)
    users = users or int_ids(name + " u", 12, 1, 900)
    items = items or int_ids(name + " i", 16, 1000, 9000)
    rows = []
    used = dict.fromkeys(items, 0)
    for _ in range(rounds):
        for user in users:
            count = r.randint(*per)
            free = [i for i in items if used[i] < 8 * rounds]
            # A uniform number to the power of 1.5 prefers the front of the list, so that some items are popular.
            chosen = []
            while len(chosen) < min(count, len(free)):
                item = free[int(len(free) * r.random() ** 1.5)]
                if item not in chosen:
                    chosen.append(item)
            slots = (last - first) // step
            for item, slot in zip(chosen, r.sample(range(slots), len(chosen))):
                used[item] += 1
                rows.append(Row(user, item, first - first % step + slot * step, r.choice(scale)))
    if order == "shuffled":
        r.shuffle(rows)
    elif order == "time":
        rows.sort(key=lambda row: row.time)
    else:  # "users": the rows of each user together, times in any order
        groups = {}
        for row in rows:
            groups.setdefault(row.user, []).append(row)
        for group in groups.values():
            r.shuffle(group)
        rows = [row for group in groups.values() for row in group]
    return numbered(rows)


def numbered(rows):
    """The rows with their numbers in this order."""
    return [replace(row, n=n) for n, row in enumerate(rows)]


def quoted(text, sep, mode):
    """The text as a field of a CSV file. `mode`: quote "none", "all" or only what needs it ("minimal")."""
    if mode == "none":
        return text
    if mode == "all" or sep in text or '"' in text or "\n" in text or "\r" in text:
        return '"' + text.replace('"', '""') + '"'
    return text


def table(rows, columns, sep=",", header=True, quote="minimal", end="\n"):
    """`columns`: pairs of a name and either a function of the row or the name of a member of Row."""
    lines = []
    if header:
        lines.append(sep.join(quoted(name, sep, quote) for name, _ in columns))
    for row in rows:
        fields = []
        for _, cell in columns:
            value = getattr(row, cell) if isinstance(cell, str) else cell(row)
            fields.append(quoted(text_of(value), sep, quote))
        lines.append(sep.join(fields))
    return end.join(lines) + end


def text_of(value):
    return "" if value is None else str(value)


def lines_of(*parts):
    return "".join(part if part.endswith("\n") else part + "\n" for part in parts)


def truth(rows, times=True, ratings=None, order_by_time=None, **more):
    """The facts that truth.json states about the rows. Histories are in time order; without times, in file order.
    `times`: True: state each time; False: state that there are none; None: state nothing; another value: state only
    that there are times. `ratings`: True: state each rating; False: state that there are none; None: state nothing.
    `order_by_time`: whether histories are in time order, if that does not follow from `times`.
    `more`: further facts."""
    by_time = bool(times) if order_by_time is None else order_by_time
    groups = {}
    for row in rows:
        groups.setdefault(row.user, []).append(row)
    if by_time:
        for group in groups.values():
            group.sort(key=lambda row: row.time)
    facts = {"users": len(groups), "items": len({row.item for row in rows}), "interactions": len(rows),
             "histories": {user: [row.item for row in group] for user, group in groups.items()}}
    if times is True:
        facts["times"] = {user: [row.time for row in group] for user, group in groups.items()}
    elif times is not None:
        facts["times"] = False if times is False else True
    if ratings is True:
        facts["ratings"] = {user: [row.rating for row in group] for user, group in groups.items()}
    elif ratings is False:
        facts["ratings"] = False
    facts.update(more)
    return facts


def without(rows, *numbers):
    return [row for row in rows if row.n not in numbers]


class Corpus:
    """Writes the folders of cases below `folder`."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.written = {}

    def clear(self, group):
        shutil.rmtree(self.folder / group, ignore_errors=True)

    def case(self, group, name, about, files, facts, path=None, options=None, setup=None):
        """`files`: path -> content; the first is imported unless `path` names another path. README.md beside `make` explains
        the other arguments, which are keys of truth.json."""
        folder = self.folder / group / name if group else self.folder / name
        assert not folder.exists(), folder
        folder.mkdir(parents=True)
        for file, content in files.items():
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        stated = {"about": about, "input": next(iter(files)) if path is None else path}
        if options:
            stated["options"] = options
        if setup:
            stated["setup"] = setup
        stated.update(facts)
        (folder / "truth.json").write_text(readable(stated) + "\n", encoding="utf-8")
        self.written.setdefault(group, []).append(name)


def readable(facts):
    """JSON with one line for each entry of the two top levels."""
    def short(value):
        return json.dumps(value, ensure_ascii=False)
    lines = []
    for key, value in facts.items():
        if isinstance(value, dict) and value:
            inner = ",\n".join(f"    {short(k)}: {short(v)}" for k, v in value.items())
            lines.append(f"  {short(key)}: {{\n{inner}\n  }}")
        else:
            lines.append(f"  {short(key)}: {short(value)}")
    return "{\n" + ",\n".join(lines) + "\n}"
