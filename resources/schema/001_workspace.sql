-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 1 of a workspace: datasets, runs, weights, evaluations.

CREATE TABLE dataset (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,  -- never reused: a window may still hold a removed id
    name            TEXT    NOT NULL UNIQUE,
    users           INTEGER NOT NULL,
    items           INTEGER NOT NULL,
    interactions    INTEGER NOT NULL,
    source          TEXT    NOT NULL,
    format          TEXT    NOT NULL,
    has_times       INTEGER NOT NULL,
    tied_time_share REAL    NOT NULL,
    repeat_share    REAL    NOT NULL,
    created_at      TEXT    NOT NULL,                   -- ISO 8601, UTC
    import_report   TEXT    NOT NULL,                   -- JSON
    facts           TEXT    NOT NULL                    -- JSON: DatasetInfo::sampleFacts
) STRICT;

CREATE TABLE user (
    dataset    INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    user       INTEGER NOT NULL,                        -- 0 … U-1
    id         TEXT    NOT NULL,                        -- the dataset's own id
    length     INTEGER NOT NULL,
    first_time INTEGER,                                 -- unix seconds
    last_time  INTEGER,
    PRIMARY KEY (dataset, user)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX user_by_id ON user (dataset, id);
CREATE INDEX user_by_number ON user (dataset, CAST(id AS INTEGER), id);  -- numeric ids by value: 2 before 10
CREATE INDEX user_by_length ON user (dataset, length, user);

CREATE TABLE item (
    dataset      INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    token        INTEGER NOT NULL,                      -- 1 … V
    id           TEXT    NOT NULL,                      -- the dataset's own id
    title        TEXT    NOT NULL,
    genres       TEXT    NOT NULL,                      -- "Comedy|Romance"
    interactions INTEGER NOT NULL,
    folded       TEXT    NOT NULL,                      -- title and id in lower case, for the search
    PRIMARY KEY (dataset, token)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX item_by_id ON item (dataset, id);
CREATE INDEX item_by_popularity ON item (dataset, interactions, token);
CREATE INDEX item_by_title ON item (dataset, folded, token);

CREATE TABLE interaction (
    dataset  INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    user     INTEGER NOT NULL,
    position INTEGER NOT NULL,                          -- 0 = the user's oldest
    token    INTEGER NOT NULL,
    time     INTEGER,                                   -- unix seconds
    rating   REAL,
    PRIMARY KEY (dataset, user, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE planted_cause (
    dataset  INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    user     INTEGER NOT NULL,
    position INTEGER NOT NULL,                          -- of the explained interaction
    pattern  TEXT    NOT NULL,                          -- "repeat", "after_gap", …
    causes   TEXT    NOT NULL,                          -- JSON array of positions
    PRIMARY KEY (dataset, user, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    name           TEXT    NOT NULL UNIQUE,
    dataset        INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
    model          TEXT    NOT NULL,
    config         TEXT    NOT NULL,                    -- JSON, all keys
    protocol       TEXT    NOT NULL,                    -- JSON
    state          TEXT    NOT NULL CHECK (state IN ('running', 'stopped', 'finished', 'failed')),
    message        TEXT    NOT NULL,
    created_at     TEXT    NOT NULL,
    device         TEXT    NOT NULL,
    epochs_done    INTEGER NOT NULL,
    best_epoch     INTEGER NOT NULL,
    sequences_seen INTEGER NOT NULL,
    seconds        REAL    NOT NULL,
    best_valid     TEXT,                                -- metrics as JSON
    test           TEXT
) STRICT;

CREATE INDEX run_by_dataset ON run (dataset);

CREATE TABLE epoch (
    run                  INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    epoch                INTEGER NOT NULL,              -- 1, 2, …
    loss                 REAL    NOT NULL,              -- unit: see core/recommender/loss_unit.h
    seconds              REAL    NOT NULL,
    sequences_per_second REAL    NOT NULL,
    valid                TEXT,                          -- metrics as JSON
    PRIMARY KEY (run, epoch)
) STRICT, WITHOUT ROWID;

CREATE TABLE step (
    run  INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    step INTEGER NOT NULL,                              -- 1, 2, … over the whole run
    loss REAL    NOT NULL,
    PRIMARY KEY (run, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkpoint (
    run      INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    kind     TEXT    NOT NULL CHECK (kind IN ('best', 'last')),
    epoch    INTEGER NOT NULL,
    weights  BLOB    NOT NULL,                          -- safetensors
    state    BLOB    NOT NULL,                          -- safetensors of the optimizer; empty for 'best'
    progress TEXT    NOT NULL,                          -- JSON: where to resume the training; empty for 'best'
    PRIMARY KEY (run, kind)
) STRICT;

CREATE TABLE evaluation (
    id         INTEGER PRIMARY KEY,
    run        INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    split      TEXT    NOT NULL CHECK (split IN ('valid', 'test')),
    protocol   TEXT    NOT NULL,                        -- JSON
    users      INTEGER NOT NULL,
    tie_rate   REAL    NOT NULL,
    metrics    TEXT    NOT NULL,                        -- JSON
    created_at TEXT    NOT NULL,
    UNIQUE (run, split, protocol)
) STRICT;

CREATE TABLE user_rank (
    evaluation INTEGER NOT NULL REFERENCES evaluation ON DELETE CASCADE,
    user       INTEGER NOT NULL,
    target     INTEGER NOT NULL,                        -- token of the held-out item
    rank       INTEGER NOT NULL,                        -- 1 + candidates with a higher score + ties
    ties       INTEGER NOT NULL,                        -- number of other candidates with the target's score
    PRIMARY KEY (evaluation, user)
) STRICT, WITHOUT ROWID;
