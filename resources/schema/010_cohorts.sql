-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 10: attributes of users, and named groups of users (cohorts).

CREATE TABLE user_attribute (
    dataset  INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    position INTEGER NOT NULL,                          -- 0, 1, … in the order of the users file
    name     TEXT    NOT NULL,                          -- "occupation"
    kind     TEXT    NOT NULL CHECK (kind IN ('category', 'number')),
    labels   TEXT    NOT NULL,                          -- JSON array: the names of the categories
    content  BLOB    NOT NULL,                          -- one number per user, little-endian: the index of a category
                                                        -- in `labels` in 4 bytes, -1 = not known; or a double,
                                                        -- NaN = not known
    PRIMARY KEY (dataset, position)
) STRICT;

CREATE TABLE cohort (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,          -- never reused: a window may still hold a removed id
    dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    name    TEXT    NOT NULL,
    chosen  TEXT    NOT NULL,                           -- how its users were chosen, as a sentence
    made_at TEXT    NOT NULL,                           -- ISO 8601, UTC
    removed INTEGER NOT NULL DEFAULT 0                  -- 1: removed; can be restored until another is removed
) STRICT;

CREATE INDEX cohort_by_dataset ON cohort (dataset);

CREATE TABLE cohort_user (
    cohort INTEGER NOT NULL REFERENCES cohort ON DELETE CASCADE,
    user   INTEGER NOT NULL,                            -- 0 … U-1 of the cohort's dataset
    PRIMARY KEY (cohort, user)
) STRICT, WITHOUT ROWID;
