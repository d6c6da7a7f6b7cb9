-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 4: what people called an item.

ALTER TABLE item ADD COLUMN tags TEXT NOT NULL DEFAULT '';  -- "pixar|fun", the most frequent first
