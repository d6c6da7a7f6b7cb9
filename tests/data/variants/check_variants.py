#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports every case with a given recscope-cli and compares what is stored with truth.json. Prints a table with a row for
each class of cases.

    python3 tests/data/variants/check_variants.py --cli build/release/bin/recscope-cli [--folder DIR] [--only TEXT]
                                                  [--details]
"""
import argparse
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

# Verdicts. SILENT: data other than truth.json states were imported without an error. UNSAID: the data are right, but the
# message lacks a required statement or contains a forbidden one. REFUSED: the import failed, although it should not.
RIGHT, SILENT, UNSAID, REFUSED, CRASHED = "right", "silently wrong", "not said", "refused", "crashed"
VERDICTS = (RIGHT, SILENT, UNSAID, REFUSED, CRASHED)
OPTIONS = {"header": "--header", "columns": "--columns", "time_format": "--time-format", "encoding": "--encoding",
           "items": "--items", "format": "--format", "delimiter": "--delimiter",
           "item_separator": "--item-separator"}
ONE_AS_PLURAL = re.compile(r"(?<![\d.,])1 (users|items|rows|interactions|ids|lines|columns|times|ratings|titles)\b")
NOBODY = 65534  # user id; root can enter folders without permissions, so as root such cases run as this user


def has(text, alternatives):
    """True if the text contains one of the alternatives, which are separated by |, in upper or lower case."""
    return any(word.lower() in text.lower() for word in alternatives.split("|"))


def set_up(case, facts, folder):
    """Copies the case and creates what cannot be committed; returns the folders without permissions."""
    shutil.copytree(case, folder, ignore=shutil.ignore_patterns("truth.json"))
    setup = facts.get("setup", {})
    for name in setup.get("folders", []):
        (folder / name).mkdir(parents=True)
    for link, target in setup.get("links", {}).items():
        (folder / link).symlink_to(target)
    closed = [folder / name for name in setup.get("closed", [])]
    for name in closed:
        name.chmod(0)
    return closed


def run(cli, facts, folder, workspace, as_nobody):
    command = [cli, "import", facts["input"], "--workspace", str(workspace)]
    for option, value in facts.get("options", {}).items():
        command += [OPTIONS[option], value]
    more = {"user": NOBODY, "group": NOBODY} if as_nobody else {}
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, **more)
    except subprocess.TimeoutExpired:
        return -1, "no answer after two minutes"
    return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace")


def stored(workspace):
    """Reads the only dataset of a workspace into the form of a truth.json."""
    database = sqlite3.connect(f"file:{workspace}?mode=ro", uri=True)
    dataset, has_times, report, settings, kinds = database.execute(
        "SELECT id, has_times, import_report, settings, event_kinds FROM dataset").fetchone()
    columns, kinds = json.loads(settings)["columns"], json.loads(kinds)
    items = {token: (item, title) for token, item, title in
             database.execute("SELECT token, id, title FROM item WHERE dataset = ?", (dataset,))}
    users = dict(database.execute("SELECT user, id FROM user WHERE dataset = ?", (dataset,)))
    actual = {"users": len(users), "items": len(items), "has_times": bool(has_times), "report": json.loads(report),
             "titles": dict(items.values()), "histories": {}, "times": {}, "ratings": {}, "orders": {}, "kinds": {},
             "roles": {role: int(columns.get(role) or 0) or None for role in ("order", "kind")}}
    rows = database.execute("SELECT user, token, time, rating, basket, kind FROM interaction WHERE dataset = ? "
                            "ORDER BY user, position", (dataset,)).fetchall()
    actual["interactions"] = len(rows)
    for user, token, time, rating, order, kind in rows:
        name = users[user]
        for key, value in (("histories", items[token][0]), ("times", time), ("ratings", rating), ("orders", order),
                           ("kinds", None if kind is None else kinds[kind])):
            actual[key].setdefault(name, []).append(value)
    database.close()
    return actual


def near(actual, stated, distance):
    """True if both are None, or both are numbers that differ by at most `distance`."""
    if (actual is None) != (stated is None):
        return False
    return actual is None or abs(actual - stated) <= distance


def first_difference(actual, stated, same):
    """actual, stated: user -> list. Describes the first user with other elements than stated; None if there is none."""
    for user in stated:
        if user not in actual:
            return f"no user {user!r}; there are {', '.join(map(repr, list(actual)[:4]))}"
        if len(actual[user]) != len(stated[user]) or not all(map(same, actual[user], stated[user])):
            return f"user {user!r} has {actual[user][:8]}, stated {stated[user][:8]}"
    return None


def data_differences(actual, facts):
    differences = [f"{key}: {actual[key]}, stated {facts[key]}" for key in ("users", "items", "interactions")
                   if key in facts and actual[key] != facts[key]]
    if "histories" in facts:
        more = set(actual["histories"]) - set(facts["histories"])
        if more:
            differences.append(f"users not stated: {sorted(more)[:4]}")
        differences.append(first_difference(actual["histories"], facts["histories"], lambda a, b: a == b))
    times = facts.get("times")
    if isinstance(times, bool) and actual["has_times"] != times:
        differences.append("has times" if actual["has_times"] else "has no times")
    elif isinstance(times, dict):
        differences.append(first_difference(actual["times"], times, lambda a, b: near(a, b, 1)))
    ratings = facts.get("ratings")
    if ratings is False and any(r is not None for row in actual["ratings"].values() for r in row):
        differences.append(f"has ratings: {next(iter(actual['ratings'].values()))[:5]}")
    elif isinstance(ratings, dict):
        differences.append(first_difference(actual["ratings"], ratings, lambda a, b: near(a, b, 1e-5)))
    for role, column in facts.get("roles", {}).items():
        if actual["roles"][role] != column:
            differences.append(f"{role} in column {actual['roles'][role]}, stated {column}")
    for key in ("orders", "kinds"):
        if key in facts:
            differences.append(first_difference(actual[key], facts[key], lambda a, b: a == b))
    titles = actual["titles"]
    wrong = {i: (titles.get(i), t) for i, t in facts.get("titles", {}).items() if titles.get(i) != t}
    if wrong:
        item, (title, stated) = next(iter(wrong.items()))
        differences.append(f"{len(wrong)} titles, item {item!r} has {title!r}, stated {stated!r}")
    return [d for d in differences if d]


def dropped_differences(actual, facts):
    """Differences between the dropped rows in the report and those stated in truth.json."""
    dropped, differences = actual["report"]["dropped"], []
    for word, count in facts.get("dropped", {}).items():
        counted = sum(rows["count"] for rows in dropped if has(rows["reason"], word))
        if counted != count:
            differences.append(f"{counted} rows dropped for {word!r}, stated {count}")
    if "dropped_rows" in facts and sum(rows["count"] for rows in dropped) != facts["dropped_rows"]:
        differences.append(f"dropped {[(d['count'], d['reason']) for d in dropped]}, stated {facts['dropped_rows']}")
    if "dropped_reasons" in facts and len(dropped) != facts["dropped_reasons"]:
        differences.append(f"{len(dropped)} reasons: {[d['reason'] for d in dropped]}")
    return differences


def judge(code, text, workspace, facts):
    """Returns a verdict, which is an element of VERDICTS, and the list of differences."""
    answer = " ".join(text.split())[:300]
    if code not in (0, 1, 2) or "This is a bug in RecScope" in text:
        return CRASHED, [answer]
    if "refused" in facts:
        if code == 0:
            return SILENT, ["imported: " + answer]
        # The file name "ratings.xlsx" in a message does not explain what an xlsx file is.
        name = Path(facts["input"]).name
        words_only = text.replace(name, "") if "." in name else text
        missing = [words for words in facts["refused"] if not has(words_only, words)]
        offered = re.findall(r"--columns (\S+) \(", text)
        if offered != facts.get("offered", offered):
            return UNSAID, [f"offers {offered}, stated {facts['offered']}"]
        return (UNSAID, [f"{missing} not in: {answer}"]) if missing else (RIGHT, [])
    if code != 0:
        return REFUSED, [answer]
    actual = stored(workspace)
    differences = data_differences(actual, facts)
    dropped = dropped_differences(actual, facts)
    for other in facts.get("or", []):
        if differences and not data_differences(actual, other):
            differences, dropped = [], []
    if differences:
        return SILENT, differences
    complaints = dropped + [f"nothing about {words!r} in: {answer}" for words in facts.get("warnings", [])
                            if not has(text, words)]
    complaints += [f"said {words!r}" for words in facts.get("unsaid", []) if has(text, words)]
    complaints += [f"said {match.group(0)!r}" for match in ONE_AS_PLURAL.finditer(text)]
    return (UNSAID, complaints) if complaints else (RIGHT, [])


def check(cli, case):
    facts = json.loads((case / "truth.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="variant") as temporary:
        folder, workspace = Path(temporary) / "case", Path(temporary) / "w.recscope"
        closed = set_up(case, facts, folder)
        as_nobody = bool(closed) and os.geteuid() == 0
        if as_nobody:
            os.chown(temporary, NOBODY, NOBODY)
            for name in closed:
                os.chown(name, NOBODY, NOBODY)
        try:
            return judge(*run(cli, facts, folder, workspace, as_nobody), workspace, facts)
        finally:
            for name in closed:
                name.chmod(0o700)


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="the recscope-cli to test")
    parser.add_argument("--folder", type=Path, action="append", help="folder with cases (default: variants and layouts)")
    parser.add_argument("--only", default="", help="cases whose class/name contains this")
    parser.add_argument("--details", action="store_true", help="what differs, case by case")
    arguments = parser.parse_args()
    cli = shutil.which(arguments.cli) or sys.exit(f"There is no {arguments.cli}.")
    cli = str(Path(cli).resolve())
    groups = {}
    for folder in arguments.folder or [here, here.parent / "layouts"]:
        for truth in sorted(folder.resolve().rglob("truth.json")):
            case = truth.parent
            if arguments.only in f"{case.parent.name}/{case.name}":
                groups.setdefault(case.parent.name, []).append(case)
    if not groups:
        sys.exit("There is no such case.")
    counts, notes = {}, []
    for group, cases in groups.items():
        counts[group] = dict.fromkeys(VERDICTS, 0)
        for case in cases:
            verdict, differences = check(cli, case)
            counts[group][verdict] += 1
            if verdict != RIGHT:
                notes.append(f"{verdict:15} {group}/{case.name}" + "".join(f"\n    {d}" for d in differences[:4]))
    print(f"{'class':30} {'cases':>6}" + "".join(f" {name:>15}" for name in VERDICTS))
    total = {name: sum(c[name] for c in counts.values()) for name in VERDICTS}
    for group, line in [*counts.items(), ("all", total)]:
        print(f"{group:30} {sum(line.values()):6}" + "".join(f" {line[name]:15}" for name in VERDICTS))
    if arguments.details:
        print("\n" + "\n".join(notes))
    return 0 if total[RIGHT] == sum(total.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
