-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 15: orders (baskets), kinds of events, attributes of items, versions of a dataset.

ALTER TABLE interaction ADD COLUMN basket INTEGER;       -- number of the order in the user's history, from 0;
                                                         -- NULL = the dataset has no orders
ALTER TABLE interaction ADD COLUMN kind INTEGER;         -- index in dataset.event_kinds; NULL = not known

ALTER TABLE dataset ADD COLUMN has_orders INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dataset ADD COLUMN event_kinds TEXT NOT NULL DEFAULT '[]';  -- JSON array of names: ["view", "purchase"]
ALTER TABLE dataset ADD COLUMN previous INTEGER NOT NULL DEFAULT 0;     -- id of the version that this one replaced;
                                                                        -- 0 = none. It keeps its own runs and may have
                                                                        -- been removed.

-- Like user_attribute, but for items.
CREATE TABLE item_attribute (
    dataset  INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    position INTEGER NOT NULL,                           -- 0, 1, … in the order of the columns
    name     TEXT    NOT NULL,                           -- "price"
    kind     TEXT    NOT NULL CHECK (kind IN ('category', 'number')),
    labels   TEXT    NOT NULL,                           -- JSON array: the names of the categories
    content  BLOB    NOT NULL,                           -- one number per item, in the encoding of user_attribute
    PRIMARY KEY (dataset, position)
) STRICT;
