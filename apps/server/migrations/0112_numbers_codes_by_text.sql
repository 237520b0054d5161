-- A code may be written to a telephone instead of being said there: the text that it went in; null: it was said in a call. messages.message; no
-- foreign key across modules.
alter table numbers.verification add column message_id uuid;
