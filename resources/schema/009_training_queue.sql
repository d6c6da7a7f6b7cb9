-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 9: trainings that were asked for and have not ended: the one under way and those that wait.

-- What is here when a workspace is opened was interrupted, by closing, a kill or a crash, and is offered again.
CREATE TABLE queued_training (
    position INTEGER PRIMARY KEY AUTOINCREMENT,         -- in this order
    ticket   TEXT    NOT NULL UNIQUE,                   -- its name in the window, "run 7" if a window never knew it
    dataset  INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    run      INTEGER REFERENCES run ON DELETE CASCADE,  -- that goes on; NULL = it has not begun
    name     TEXT    NOT NULL,                          -- of the run to be; empty = the next free one
    config   TEXT    NOT NULL,                          -- JSON, all keys
    device   TEXT    NOT NULL                           -- as asked for: "auto", "cpu", "cuda"
) STRICT;
