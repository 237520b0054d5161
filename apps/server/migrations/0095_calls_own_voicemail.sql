-- Whoever calls *97 hears the voicemails of their own account.
alter domain calls.dialled drop constraint dialled_check;
-- E.164, or the service code of the echo test or of one's own voicemail.
alter domain calls.dialled add constraint dialled_check check (value ~ '^(\+[1-9][0-9]{6,14}|\*43|\*97)$');
