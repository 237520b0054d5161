-- How SIP apps that sleep are woken (RFC 8599), a row for each push subscription that a phone has registered with.
create table accounts.sip_phone_push (
  id uuid primary key,
  phone_id uuid not null references accounts.sip_phone on delete cascade,
  -- Its push subscription URI (RFC 8030 §5): whoever knows it may wake the phone.
  endpoint text not null check (length(endpoint) between 1 and 1000),
  -- Of the REGISTER that said it.
  sip_call_id text not null check (length(sip_call_id) <= 300),
  registered_at timestamptz(3) not null,
  -- When the registration ends: it is woken no more then.
  expires_at timestamptz(3) not null,
  -- When it is woken to register again; null: it does so itself, or has been woken for it.
  refresh_at timestamptz(3),
  -- How often it was woken for calls in the minute that began then.
  minute_began_at timestamptz(3) not null,
  woken_in_minute integer not null default 0,
  unique (phone_id, endpoint)
);
create index sip_phone_push_expires on accounts.sip_phone_push (expires_at);
create index sip_phone_push_refresh on accounts.sip_phone_push (refresh_at) where refresh_at is not null;
