-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 3: notes on a dataset, removal with undo, cached analyses of a dataset.

ALTER TABLE dataset ADD COLUMN notes TEXT NOT NULL DEFAULT '';
-- NULL: not removed. 'undoable': removed, but restored by undo or if the program ends before the removal is final.
-- 'final': removed for good; rows of its tables that remain are deleted later.
ALTER TABLE dataset ADD COLUMN removal TEXT CHECK (removal IN ('undoable', 'final'));

CREATE TABLE analysis (
    dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    kind    TEXT    NOT NULL,                           -- "overview", "sequentiality", …
    version INTEGER NOT NULL,                           -- version number of the computation
    result  TEXT    NOT NULL,                           -- JSON
    PRIMARY KEY (dataset, kind)
) STRICT, WITHOUT ROWID;
