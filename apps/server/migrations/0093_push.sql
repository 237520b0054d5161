-- Browsers that are told of things while no page is open (Web Push), and what is on its way to them.
create schema push;

-- What we prove ourselves with to push services (RFC 8292): made once for the whole installation. The private half is sealed.
create table push.key (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key bytea not null,
  made_at timestamptz(3) not null
);

create table push.subscription (
  id uuid primary key,
  -- accounts.user, accounts.account, accounts.session; no foreign keys across modules.
  user_id uuid not null,
  account_id uuid not null,
  -- The sign-in that asked for it: it ends with that.
  session_id uuid not null unique,
  -- Whoever knows it may send: it is a secret of the browser's.
  endpoint text not null unique check (endpoint ~ '^https?://' and length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  user_agent text,
  added_at timestamptz(3) not null,
  last_sent_at timestamptz(3)
);
create index subscription_of_user on push.subscription (user_id);
create index subscription_of_account on push.subscription (account_id);

create table push.message (
  id uuid primary key,
  subscription_id uuid not null references push.subscription on delete cascade,
  -- A later message with the same topic takes the place of one that has not gone out (RFC 8030 §5.4).
  topic text not null check (topic ~ '^[A-Za-z0-9_-]{1,32}$'),
  content jsonb not null,
  is_urgent boolean not null,
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  -- What it tells is over then.
  expires_at timestamptz(3) not null,
  attempts integer not null default 0,
  unique (subscription_id, topic)
);
create index message_due on push.message (due_at);
