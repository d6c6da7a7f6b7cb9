-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 18: which items the other targets of a user are.

-- user_rank.other_targets: the tokens of the targets whose ranks are in other_ranks, in the same order; 0 = unknown.
-- Empty in evaluations of older versions: all unknown.
ALTER TABLE user_rank ADD COLUMN other_targets TEXT NOT NULL DEFAULT '';
