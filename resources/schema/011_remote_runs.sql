-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 11: runs that train on another machine.

-- A row names a machine but holds no command to run there. Whether the program connects to that machine is decided by
-- the user's own list of machines (core/remote/machine_list.h), because a workspace may come from someone else.
CREATE TABLE remote_run (
    run     INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    machine TEXT    NOT NULL,                           -- "ada@box"
    folder  TEXT    NOT NULL UNIQUE,                    -- of the run on that machine: 32 hexadecimal digits
    heard   INTEGER NOT NULL DEFAULT 0                  -- bytes of the run's event stream recorded in this workspace
) STRICT;

-- Folders on other machines that belong to no run any more; a row is removed when its folder has been deleted.
CREATE TABLE remote_leftover (
    folder  TEXT NOT NULL PRIMARY KEY,
    machine TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER remote_folder_is_left AFTER DELETE ON remote_run BEGIN
    INSERT OR IGNORE INTO remote_leftover VALUES (old.folder, old.machine);
END;
