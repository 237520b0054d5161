-- The messages that were left on one number of an account.
create index recording_of_number on voicemail.recording (account_id, number, id desc);
