-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 2: how a dataset was imported, so that the import can be repeated.

ALTER TABLE dataset ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';  -- ImportOptions as JSON; {} if not imported
