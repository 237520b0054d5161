-- Mails about new messages, for whoever wants them: gathered, and only of what is unread when they go out.
alter table notices.setting add column mails_messages boolean not null default false;
-- When it is mailed if it is unread then; null: it is not, or was.
alter table notices.notice add column mail_due_at timestamptz(3);
create index notice_to_mail on notices.notice (mail_due_at) where mail_due_at is not null and read_at is null;

-- When each user was last mailed of messages, so that a burst is one mail.
create table notices.message_mail (
  user_id uuid primary key,
  mailed_at timestamptz(3) not null
);
