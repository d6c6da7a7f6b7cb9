-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 16: the device and the messages of a run in a form that does not depend on the language of the program.

-- run.message: JSON array of messages, each a text that is shown as it is, or {"id":"stopped-in-epoch","arguments":["3"]}
-- with an id of core/util/message.cpp. Older versions stored sentences in the language of the program at that time. Only
-- the sentence of an interruption, always stored in English, is converted to an id; the others are kept as texts.
UPDATE run SET message = CASE message
    WHEN '' THEN '[]'
    WHEN 'Interrupted: the program ended while it trained.' THEN '[{"id":"interrupted"}]'
    ELSE json_array(message) END;

-- run.device: JSON object, see core/util/device_facts.h. Older versions stored an English description, most often one
-- like "cpu, 2 threads", which is converted; other descriptions are kept as "text". Their "kind" is converted as well,
-- because it decides on which device a run is resumed.
UPDATE run SET device = CASE
    WHEN device = '' THEN '{}'
    WHEN device = 'cpu, 1 thread' THEN '{"kind":"cpu","threads":1}'
    WHEN device GLOB 'cpu, [1-9]* threads' AND substr(device, 6, length(device) - 13) NOT GLOB '*[^0-9]*'
        THEN json_object('kind', 'cpu', 'threads', CAST(substr(device, 6, length(device) - 13) AS INTEGER))
    WHEN device = 'cuda' OR device GLOB 'cuda,*' THEN json_object('kind', 'cuda', 'text', device)
    WHEN device = 'cpu' OR device GLOB 'cpu,*' THEN json_object('kind', 'cpu', 'text', device)
    ELSE json_object('text', device) END;

-- Older versions stored the machine of a waiting training as its device: "on ada@box".
ALTER TABLE queued_training ADD COLUMN machine TEXT NOT NULL DEFAULT '';  -- "ada@box"; empty = this machine
UPDATE queued_training SET machine = substr(device, 4), device = 'auto' WHERE device GLOB 'on *';
