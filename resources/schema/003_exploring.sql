-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 3: notes on a dataset, removal with undo, what was found out about a dataset.

ALTER TABLE dataset ADD COLUMN notes TEXT NOT NULL DEFAULT '';
-- NULL: it is there. 'undoable': removed by a person, comes back with undo or when the program dies.
-- 'final': removed for good, its rows may still be there and are deleted as soon as there is time.
ALTER TABLE dataset ADD COLUMN removal TEXT CHECK (removal IN ('undoable', 'final'));

CREATE TABLE analysis (
    dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    kind    TEXT    NOT NULL,                           -- "overview", "sequentiality"
    version INTEGER NOT NULL,                           -- of the way it was computed
    result  TEXT    NOT NULL,                           -- JSON
    PRIMARY KEY (dataset, kind)
) STRICT, WITHOUT ROWID;
