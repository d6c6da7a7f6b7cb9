-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 7: the optimizer step and the held-out item of a snapshot; older snapshots have neither.

ALTER TABLE film_frame ADD COLUMN step INTEGER NOT NULL DEFAULT 0;  -- of the run, after the epoch; 0 = not known
ALTER TABLE film_frame ADD COLUMN held_out TEXT;                           -- JSON array [token, rank, score, probability]
