-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 11: runs that train on another machine.

-- What is here names a machine and nothing that would be run there: whether it is asked decides the person's own list.
CREATE TABLE remote_run (
    run     INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    machine TEXT    NOT NULL,                           -- "ada@box"
    folder  TEXT    NOT NULL UNIQUE,                    -- of the run there: 32 hexadecimal digits
    heard   INTEGER NOT NULL DEFAULT 0                  -- bytes of its events that are recorded here
) STRICT;

-- Folders there that nobody needs any more, until they could be removed.
CREATE TABLE remote_leftover (
    folder  TEXT NOT NULL PRIMARY KEY,
    machine TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER remote_folder_is_left AFTER DELETE ON remote_run BEGIN
    INSERT OR IGNORE INTO remote_leftover VALUES (old.folder, old.machine);
END;
