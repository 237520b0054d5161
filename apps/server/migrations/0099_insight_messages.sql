-- What messages came to, for charts: a row each, with what it cost and what was given back of that.
create table insight.message (
  message_id uuid primary key,
  -- accounts.account; no foreign key across modules.
  account_id uuid not null,
  -- When a carrier took it, or it came in.
  at timestamptz not null,
  -- The other side, and its country; empty: it is no number.
  peer text not null,
  country_code text not null,
  is_sent boolean not null,
  -- Money alone, in millionths.
  charged bigint not null check (charged >= 0),
  returned bigint not null check (returned between 0 and charged)
);
create index message_of_account on insight.message (account_id, at);

-- How far the messages have been counted from before anybody counted: newest first, down to `before`.
create table insight.earlier_messages (
  single boolean primary key default true check (single),
  before uuid not null,
  is_done boolean not null default false
);

-- Accounts of whose messages nothing is kept; forgotten: nothing is left of them.
create table insight.closed_account (
  account_id uuid primary key,
  is_forgotten boolean not null default false
);
insert into insight.closed_account (account_id, is_forgotten)
  select id, true from accounts.account where state = 'closed';
