-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 5: what users are filtered and ordered by stands in the indexes, so that a page far down reads no table.

DROP INDEX user_by_length;
DROP INDEX user_by_number;
CREATE INDEX user_by_length ON user (dataset, length, user, first_time, last_time);
CREATE INDEX user_by_number ON user (dataset, CAST(id AS INTEGER), id, length, first_time, last_time);
