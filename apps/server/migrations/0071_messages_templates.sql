-- Texts that an account writes again and again, with fields for what differs.
create table messages.template (
  id uuid primary key,
  account_id uuid not null,
  name text not null check (name <> ''),
  body text not null check (body <> ''),
  changed_at timestamptz(3) not null
);
create unique index template_name on messages.template (account_id, lower(name));
