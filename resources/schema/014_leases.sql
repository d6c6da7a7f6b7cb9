-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 14: the runs that workers of a plan are training, so that no two workers train the same run.

-- A lease counts only while its worker is alive: see core/store/worker_presence.h.
CREATE TABLE lease (
    dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    config  TEXT    NOT NULL,                           -- JSON, all keys: with the dataset, this identifies the run
    worker  TEXT    NOT NULL,                           -- id of the worker
    PRIMARY KEY (dataset, config)
) STRICT, WITHOUT ROWID;
