-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 12: what a cohort was chosen by, which decides whom it can be compared with.

ALTER TABLE cohort ADD COLUMN criteria TEXT NOT NULL DEFAULT '[]';  -- JSON: see core/metrics/cohort_basis.h;
                                                                    -- [] = was not recorded
ALTER TABLE cohort ADD COLUMN candidates BLOB;                      -- who could have been chosen, rising, 4 bytes a
                                                                    -- user, low byte first; NULL = every user
