-- Mails about calls that nobody answered, for whoever wants them.
alter table notices.setting add column mails_missed_calls boolean not null default false;
