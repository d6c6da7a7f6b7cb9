-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 7: where a frame stands in its run, and how the held-out item fared. Frames made before know neither.

ALTER TABLE film_frame ADD COLUMN step INTEGER NOT NULL DEFAULT 0;  -- of the run, at the end of the epoch
ALTER TABLE film_frame ADD COLUMN held_out TEXT;                    -- JSON array [token, rank, score, probability]
