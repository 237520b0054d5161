-- What users should know of: a list for each, what they want by mail, and when their balance counts as low.
create schema notices;

create table notices.notice (
  id uuid primary key,
  -- accounts.user, accounts.account; no foreign keys across modules.
  user_id uuid not null,
  account_id uuid not null,
  kind text not null check (
    kind in ('low_balance', 'call_out_of_credit', 'call_cut_off', 'password_changed', 'email_changed', 'new_device')
  ),
  -- What its sentence needs; the contract says what that is for each kind.
  facts jsonb not null,
  -- What it tells of, so that an event that comes twice is told once.
  cause text not null check (cause <> ''),
  at timestamptz(3) not null,
  read_at timestamptz(3),
  unique (user_id, kind, cause)
);
create index notice_of_user on notices.notice (user_id, id desc);
create index notice_unread on notices.notice (user_id, id desc) where read_at is null;
create index notice_age on notices.notice (at);

-- A user without a row has the usual settings.
create table notices.setting (
  user_id uuid primary key,
  low_balance_micros bigint not null check (low_balance_micros >= 0),
  mails_low_balance boolean not null,
  mails_calls boolean not null,
  mails_new_device boolean not null
);

-- Who has been told that the balance is low, and has not been above the mark since.
create table notices.told_low (
  user_id uuid primary key,
  told_at timestamptz(3) not null
);
