-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 8: named edited histories.

-- The dataset is stored by its name, the user and the items by their ids in the data. So a dataset that was removed and
-- imported again under the same name still has its scenarios, even if some of its items differ.
CREATE TABLE scenario (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,          -- never reused: a window may still hold a removed id
    dataset TEXT    NOT NULL,                           -- name
    user    TEXT    NOT NULL,                           -- the dataset's own id
    name    TEXT    NOT NULL,
    history TEXT    NOT NULL,                           -- JSON array of item ids: the unedited history
    places  TEXT    NOT NULL,                           -- the edited history: JSON array of [item id, index in history];
                                                        -- id null = masked, index -1 = inserted
    made_at TEXT    NOT NULL,                           -- ISO 8601, UTC
    removed INTEGER NOT NULL DEFAULT 0                  -- 1: removed; can be restored until another is removed
) STRICT;

CREATE INDEX scenario_by_user ON scenario (dataset, user);

CREATE TRIGGER scenario_follows_dataset AFTER UPDATE OF name ON dataset BEGIN
    UPDATE scenario SET dataset = new.name WHERE dataset = old.name;
END;
