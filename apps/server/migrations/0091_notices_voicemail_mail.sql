-- Mails about voicemails, with their sound, unless somebody does not want them.
alter table notices.setting add column mails_voicemail boolean not null default true;
