-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 14: the runs that workers of a plan train now, so that no two workers train the same one.

-- A lease ends when its worker releases it, does not renew it in time, or (on this host) no longer exists.
CREATE TABLE lease (
    dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    config  TEXT    NOT NULL,                           -- JSON, all keys: with the dataset, this identifies the run
    worker  TEXT    NOT NULL,                           -- unique for each worker
    host    TEXT    NOT NULL,
    process INTEGER NOT NULL,                           -- process id on that host
    expires INTEGER NOT NULL,                           -- Unix time in seconds
    PRIMARY KEY (dataset, config)
) STRICT, WITHOUT ROWID;
