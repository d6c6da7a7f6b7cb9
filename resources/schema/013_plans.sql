-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 13: plans that were run in this workspace, so that every process that opens it can show their progress.

CREATE TABLE plan (
    name    TEXT NOT NULL PRIMARY KEY,                  -- "usual-five-shop"
    json    TEXT NOT NULL,                              -- as `planToJson` writes it; its runs are found by their configs
    used_at TEXT NOT NULL                               -- ISO 8601, UTC: when it was run last
) STRICT, WITHOUT ROWID;
