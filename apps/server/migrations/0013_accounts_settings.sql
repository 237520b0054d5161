-- Settings: what is known of a session's device, profile pictures, SIP phones, and letters that others wrote.

-- Sessions that began before this say nothing of their device.
alter table accounts.session
  add column user_agent text check (length(user_agent) <= 300),
  -- The network address that it was last seen from, and when: with each new access token.
  add column address text,
  add column last_seen_at timestamptz;
update accounts.session set last_seen_at = created_at;
alter table accounts.session alter column last_seen_at set not null;
alter table accounts.session drop constraint session_ended_because_check;
alter table accounts.session add constraint session_ended_because_check check (
  ended_because in ('signed_out', 'password_changed', 'password_reset', 'token_reused', 'operator', 'account_closed')
);

create table accounts.picture (
  user_id uuid primary key references accounts.user (id),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 2097152),
  changed_at timestamptz(3) not null
);

-- Credentials of desk phones and softphone apps. The password is kept as HA1 alone: MD5 of user, realm and password
-- (RFC 2617 §3.2.2.2), which is what a registrar checks against. It opens this realm to whoever has it: never logged.
create table accounts.sip_phone (
  id uuid primary key,
  user_id uuid not null references accounts.user (id),
  account_id uuid not null references accounts.account (id),
  name text not null check (name <> '' and length(name) <= 60),
  username text not null unique check (username ~ '^[a-z0-9]{10}$'),
  realm text not null check (realm <> ''),
  ha1 text not null check (ha1 ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null
);
create index sip_phone_of_user on accounts.sip_phone (user_id, id);

-- A notice is written by whoever gives it; the other kinds are composed when they are sent.
alter table accounts.letter
  add column subject text check (subject <> ''),
  add column body text check (body <> '');
alter table accounts.letter drop constraint letter_kind_check;
alter table accounts.letter add constraint letter_kind_check check (
  kind in ('password_reset', 'password_changed', 'email_changed', 'account_closed', 'notice')
);
alter table accounts.letter add check ((kind = 'notice') = (subject is not null and body is not null));
