-- Second factors: authenticator apps (RFC 6238) and passkeys (WebAuthn), and the codes for the day when they are lost.
create table accounts.factor (
  id uuid primary key,
  user_id uuid not null references accounts.user (id),
  kind text not null check (kind in ('app', 'passkey')),
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- An app's secret, sealed with a key that is not in the database; and the last step whose code was taken.
  secret bytea,
  last_step bigint,
  -- A passkey's id, public key (COSE), count of signatures (0: it does not count) and ways to reach it.
  credential_id bytea unique,
  public_key bytea,
  counter bigint check (counter >= 0),
  transports text[],
  check ((kind = 'app') = (secret is not null and last_step is not null)),
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null)),
  check (kind <> 'passkey' or transports is not null)
);
create index factor_user on accounts.factor (user_id);

-- Only the SHA-256 of a code is kept: 80 random bits need no slower hash.
create table accounts.recovery_code (
  hash bytea primary key check (octet_length(hash) = 32),
  user_id uuid not null references accounts.user (id),
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_code_user on accounts.recovery_code (user_id);

-- A password was right, and the second step is awaited: from the same place and program, for a few minutes and tries.
create table accounts.sign_in_ticket (
  hash bytea primary key check (octet_length(hash) = 32),
  user_id uuid not null references accounts.user (id),
  remembered boolean not null,
  place text not null,
  user_agent text,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_ticket_user on accounts.sign_in_ticket (user_id);
create index sign_in_ticket_expires on accounts.sign_in_ticket (expires_at);

-- Challenges that passkeys have answered, until they are past their end: each is answered once.
create table accounts.answered_challenge (
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz not null
);
create index answered_challenge_expires on accounts.answered_challenge (expires_at);

-- When somebody who was signed in last proved anew who they are, and how.
alter table accounts.session
  add column proved_at timestamptz,
  add column proved_by text check (proved_by in ('password', 'factor')),
  add check ((proved_at is null) = (proved_by is null));
