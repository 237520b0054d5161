-- The people that an account's users call.
create schema contacts;

-- One row an account that has or had contacts: locked by whoever changes them, so that their number keeps its bound, and
-- counted up with each change.
create table contacts.book (
  -- accounts.account; no foreign key across modules.
  account_id uuid primary key,
  revision bigint not null check (revision > 0)
);

create table contacts.contact (
  id uuid primary key,
  account_id uuid not null references contacts.book,
  name text not null check (name <> '' and length(name) <= 100),
  -- The name without accents and case: searched in, and sorted by.
  search_name text collate "C" not null,
  note text not null default '' check (length(note) <= 2000),
  is_favourite boolean not null default false,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null
);
create index contact_of_account on contacts.contact (account_id, search_name, id);

create table contacts.number (
  contact_id uuid not null references contacts.contact on delete cascade,
  place integer not null check (place between 0 and 9),
  -- That of the contact, for look-ups by number.
  account_id uuid not null,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  label text not null check (length(label) <= 30),
  primary key (contact_id, place),
  unique (contact_id, number)
);
create index number_of_account on contacts.number (account_id, number);
