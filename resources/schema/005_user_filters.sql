-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 5: the indexes contain all columns by which users are filtered and sorted, so that rows before the requested
-- page are skipped without reading the table.

DROP INDEX user_by_length;
DROP INDEX user_by_number;
CREATE INDEX user_by_length ON user (dataset, length, user, first_time, last_time);
CREATE INDEX user_by_number ON user (dataset, CAST(id AS INTEGER), id, length, first_time, last_time);
