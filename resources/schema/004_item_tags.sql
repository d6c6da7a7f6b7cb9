-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 4: tags that users gave to items.

ALTER TABLE item ADD COLUMN tags TEXT NOT NULL DEFAULT '';  -- "pixar|fun", the most frequent first
