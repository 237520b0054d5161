-- Mail addresses are confirmed before they count. Whoever signed up before this keeps what they have.
alter table accounts.user add column email_confirmed_at timestamptz;
update accounts.user set email_confirmed_at = created_at;
create index user_unconfirmed on accounts.user (created_at) where email_confirmed_at is null;

-- The address that a user has yet to confirm: the one of the sign-up, or the one that they want to change to. A new
-- one takes the place of the old. Code and link are there from when their letter is sent, as hashes alone.
create table accounts.email_confirmation (
  user_id uuid primary key references accounts.user (id),
  email text not null check (email <> ''),
  code_hash bytea check (octet_length(code_hash) = 32),
  code_expires_at timestamptz,
  wrong_codes integer not null default 0 check (wrong_codes >= 0),
  link_hash bytea unique check (octet_length(link_hash) = 32),
  link_expires_at timestamptz,
  check ((code_hash is null) = (code_expires_at is null)),
  check ((link_hash is null) = (link_expires_at is null))
);

alter table accounts.letter drop constraint letter_kind_check;
alter table accounts.letter add constraint letter_kind_check check (
  kind in ('confirm_email', 'confirm_new_email', 'email_change_asked', 'password_reset', 'password_changed',
    'email_changed', 'account_closed', 'notice')
);

-- Accounts that nobody confirmed in time end by themselves.
alter table accounts.session drop constraint session_ended_because_check;
alter table accounts.session add constraint session_ended_because_check check (
  ended_because in ('signed_out', 'password_changed', 'password_reset', 'token_reused', 'operator', 'account_closed',
    'never_confirmed')
);
