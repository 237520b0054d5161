-- Who pays (account), who signs in (user), and what is known of their sessions.
create schema accounts;

create table accounts.account (
  id uuid primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null,
  language text not null,
  -- A trial account reaches sandbox trunks only.
  state text not null check (state in ('trial', 'active', 'closed')),
  rate_table text not null,
  -- ledger.wallet; no foreign key across modules.
  wallet_id uuid not null unique,
  created_at timestamptz not null
);

create table accounts.user (
  id uuid primary key,
  account_id uuid not null references accounts.account (id),
  role text not null check (role in ('customer', 'operator')),
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  email text not null check (email <> ''),
  -- As typed; phone_e164 stands beside it only when it parses.
  phone text,
  phone_e164 text check (phone_e164 ~ '^\+[1-9][0-9]{6,14}$'),
  password_hash text not null check (password_hash like '$argon2id$%'),
  password_changed_at timestamptz not null,
  created_at timestamptz not null,
  check (phone_e164 is null or phone is not null)
);
-- An address signs in whatever its letter case.
create unique index user_email on accounts.user (lower(email));
create index user_account on accounts.user (account_id);

-- One sign-in on one browser: the family of its refresh tokens.
create table accounts.session (
  id uuid primary key,
  user_id uuid not null references accounts.user (id),
  -- Not remembered: its cookie ends with the browser.
  remembered boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (
    ended_because in ('signed_out', 'password_changed', 'password_reset', 'token_reused', 'operator')
  ),
  check ((ended_at is null) = (ended_because is null))
);
create index session_of_user on accounts.session (user_id);
create index session_expires on accounts.session (expires_at);

-- Only the SHA-256 of a token is kept. Replaced tokens stay as long as their session, to notice that one is used again.
create table accounts.refresh_token (
  hash bytea primary key check (octet_length(hash) = 32),
  session_id uuid not null references accounts.session (id) on delete cascade,
  issued_at timestamptz not null,
  replaced_at timestamptz
);
create index refresh_token_session on accounts.refresh_token (session_id);
-- A family has one current token.
create unique index refresh_token_current on accounts.refresh_token (session_id) where replaced_at is null;

create table accounts.password_reset_token (
  hash bytea primary key check (octet_length(hash) = 32),
  user_id uuid not null references accounts.user (id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_token_user on accounts.password_reset_token (user_id);

-- Mail to be written and sent. A letter holds no secret: a reset token is made when its letter is sent.
create table accounts.letter (
  id uuid primary key,
  kind text not null check (kind in ('password_reset', 'password_changed', 'email_changed')),
  -- Null for an address that nobody has: asking to reset it leaves the same row, and no mail.
  user_id uuid references accounts.user (id),
  recipient text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  sent_at timestamptz,
  -- Set when it is not tried any more.
  abandoned_at timestamptz,
  last_error text
);
create index letter_due on accounts.letter (due_at) where sent_at is null and abandoned_at is null;

-- Every operator act and every security change, kept for ever.
create schema audit;

create table audit.event (
  id uuid primary key,
  at timestamptz not null,
  -- user:<id>, operator:<name>, or system
  actor text not null check (actor <> ''),
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  account_id uuid,
  subject uuid,
  -- The network address it came from, if any.
  address text,
  before jsonb,
  after jsonb
);
create index event_account on audit.event (account_id, at);

create function audit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit.event is append-only' using errcode = 'restrict_violation';
end
$$;
create trigger event_append_only before update or delete on audit.event
  for each row execute function audit.refuse_change();
create trigger event_no_truncate before truncate on audit.event
  for each statement execute function audit.refuse_change();

-- Mail of a server without SMTP: kept here to be read on a local page.
create schema mail;

create table mail.captured (
  id uuid primary key,
  at timestamptz not null,
  recipient text not null,
  subject text not null,
  text text not null
);
