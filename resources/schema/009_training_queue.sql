-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 9: requested trainings that have not ended: the running one and the waiting ones.

-- Rows found when a workspace is opened were left by a program that was closed, killed or crashed. The window offers to
-- train them.
CREATE TABLE queued_training (
    position INTEGER PRIMARY KEY AUTOINCREMENT,         -- trained in this order
    ticket   TEXT    NOT NULL UNIQUE,                   -- id of this row, chosen by the window, or "run 7" for the run
                                                        -- with id 7 if it was interrupted and no window queued it
    dataset  INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    run      INTEGER REFERENCES run ON DELETE CASCADE,  -- run to be resumed; NULL = a new one
    name     TEXT    NOT NULL,                          -- of the future run; empty = the next free name
    config   TEXT    NOT NULL,                          -- JSON, all keys
    device   TEXT    NOT NULL                           -- as requested: "auto", "cpu", "cuda"
) STRICT;
