-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 10: what is known of users, and groups of users under a name.

CREATE TABLE user_attribute (
    dataset  INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    position INTEGER NOT NULL,                          -- 0, 1, … in the order of the users file
    name     TEXT    NOT NULL,                          -- "occupation"
    kind     TEXT    NOT NULL CHECK (kind IN ('category', 'number')),
    labels   TEXT    NOT NULL,                          -- JSON array: what the numbers of a category stand for
    content  BLOB    NOT NULL,                          -- one number a user, low byte first: a category in 4 bytes,
                                                        -- -1 = not known; a number as a double, NaN = not known
    PRIMARY KEY (dataset, position)
) STRICT;

CREATE TABLE cohort (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,          -- never used twice, a window may still hold an old one
    dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    name    TEXT    NOT NULL,
    chosen  TEXT    NOT NULL,                           -- how its users were chosen, as a sentence
    made_at TEXT    NOT NULL,                           -- ISO 8601, UTC
    removed INTEGER NOT NULL DEFAULT 0                  -- 1: comes back with undo, until another one is removed
) STRICT;

CREATE INDEX cohort_by_dataset ON cohort (dataset);

CREATE TABLE cohort_user (
    cohort INTEGER NOT NULL REFERENCES cohort ON DELETE CASCADE,
    user   INTEGER NOT NULL,                            -- 0 … U-1 of the cohort's dataset
    PRIMARY KEY (cohort, user)
) STRICT, WITHOUT ROWID;
