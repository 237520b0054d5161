-- The voicemail whose sound goes with a mail; no foreign key across modules, and none where it was deleted meanwhile.
alter table accounts.letter add column voicemail_id uuid;
