-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 12: the criteria by which a cohort was chosen; they decide with which users it can be compared.

ALTER TABLE cohort ADD COLUMN criteria TEXT NOT NULL DEFAULT '[]';  -- JSON: see core/metrics/cohort_basis.h;
                                                                    -- [] = not recorded
ALTER TABLE cohort ADD COLUMN candidates BLOB;                      -- users who could have been chosen, ascending,
                                                                    -- 4 bytes each, little-endian; NULL = every user
