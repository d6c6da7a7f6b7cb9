-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 17: users with several targets, as in a split by time window. target, rank and ties of user_rank describe the
-- target that is ranked best.

ALTER TABLE user_rank ADD COLUMN other_ranks TEXT NOT NULL DEFAULT '';  -- ranks of the other targets, ascending: "3 17"

-- The first ten recommendations of each user whose rank is stored, in user order.
CREATE TABLE recommended_lists (
    evaluation INTEGER PRIMARY KEY REFERENCES evaluation ON DELETE CASCADE,
    items      BLOB    NOT NULL                         -- ten 32-bit little-endian tokens for each user; 0 = no item
) STRICT;
