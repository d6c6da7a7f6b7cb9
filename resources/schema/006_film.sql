-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 6: pinned users, and a snapshot of their attention after each epoch (EpochSnapshot in
-- core/store/timeline_store.h).

CREATE TABLE pinned_user (
    dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    user    INTEGER NOT NULL,
    PRIMARY KEY (dataset, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE film_frame (
    run            INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    user           INTEGER NOT NULL,
    epoch          INTEGER NOT NULL,                    -- 1-based
    first_position INTEGER NOT NULL,                    -- index in the history of the model's first input token
    positions      TEXT    NOT NULL,                    -- JSON array of the model's input tokens
    layers         INTEGER NOT NULL,
    heads          INTEGER NOT NULL,
    weights        BLOB    NOT NULL,                    -- layers x heads x size x size, 16 bits each, 65535 = 1
    top            TEXT    NOT NULL,                    -- JSON array of [token, score, probability]
    PRIMARY KEY (run, user, epoch)
) STRICT;
