-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 8: edited histories under a name.

-- Dataset, user and items are written as people know them, not as numbers: a dataset that was removed and imported
-- again under its name has its scenarios still, though its items may be others.
CREATE TABLE scenario (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,          -- never used twice, a window may still hold an old one
    dataset TEXT    NOT NULL,                           -- name
    user    TEXT    NOT NULL,                           -- the dataset's own id
    name    TEXT    NOT NULL,
    history TEXT    NOT NULL,                           -- JSON array of item ids: what was edited
    places  TEXT    NOT NULL,                           -- JSON array of [item id or null = masked, index in history or -1]
    made_at TEXT    NOT NULL,                           -- ISO 8601, UTC
    removed INTEGER NOT NULL DEFAULT 0                  -- 1: comes back with undo, until another one is removed
) STRICT;

CREATE INDEX scenario_by_user ON scenario (dataset, user);

CREATE TRIGGER scenario_follows_dataset AFTER UPDATE OF name ON dataset BEGIN
    UPDATE scenario SET dataset = new.name WHERE dataset = old.name;
END;
