-- Receipts of calls that anybody can check: signed texts, written when they are first asked for, never changed.

-- The public halves of the keys that receipts were signed with, all of them: a new key makes no former receipt void.
create table billing.receipt_key (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{16}$'),
  public_key text not null unique check (public_key ~ '^[A-Za-z0-9_-]{43}$'),
  first_used_at timestamptz not null
);

create table billing.receipt (
  -- 128 random bits: whoever knows it may see the receipt.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  account_id uuid not null,
  -- What it is the receipt of: a call, later a message.
  cause_type text not null check (cause_type <> ''),
  cause_id text not null check (cause_id <> ''),
  -- The canonical JSON that was signed.
  content text not null,
  key_id text not null references billing.receipt_key,
  signature text not null check (signature ~ '^[A-Za-z0-9_-]{86}$'),
  issued_at timestamptz not null,
  unique (cause_type, cause_id)
);
create index receipt_of_account on billing.receipt (account_id, issued_at);

create trigger receipt_is_final before update or delete or truncate on billing.receipt
  for each statement execute function billing.keep_invoice();
create trigger receipt_key_stays before update or delete or truncate on billing.receipt_key
  for each statement execute function billing.keep_invoice();
