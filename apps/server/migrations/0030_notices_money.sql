-- Mails about payments, plans and unusual spending, each for whoever wants them.
alter table notices.setting
  add column mails_payments boolean not null default true,
  add column mails_plan boolean not null default true,
  add column mails_unusual boolean not null default true;
