-- Invoices: a statement of each month in which money moved, a receipt of each payment. Written once, never changed.

-- The last number of each series. Taking one locks its row until the end of the transaction that uses it, so a number
-- that is not used in the end is taken by the next: there are no gaps.
create table billing.invoice_series (
  kind text primary key check (kind in ('statement', 'receipt')),
  last_number bigint not null check (last_number >= 0)
);
insert into billing.invoice_series (kind, last_number) values ('statement', 0), ('receipt', 0);

create function billing.keep_series() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.kind <> old.kind or new.last_number <> old.last_number + 1 then
    raise exception 'a series of invoices only goes on' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger series_goes_on before insert or update or delete on billing.invoice_series
  for each row execute function billing.keep_series();

create table billing.invoice (
  id uuid primary key,
  account_id uuid not null,
  kind text not null references billing.invoice_series,
  number bigint not null check (number > 0),
  issued_at timestamptz not null,
  -- Of a statement: its month.
  month date check (extract(day from month) = 1),
  -- Of a receipt: what was paid.
  payment_id uuid references billing.payment,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Statement: what was charged. Receipt: what was paid. Millionths.
  total bigint not null,
  -- Everything that stands on it, as it was that day: seller, buyer, tax, lines.
  content jsonb not null,
  unique (kind, number),
  unique (account_id, month),
  unique (payment_id),
  check ((kind = 'statement') = (month is not null)),
  check ((kind = 'receipt') = (payment_id is not null))
);
create index invoice_of_account on billing.invoice (account_id, id desc);

create function billing.keep_invoice() returns trigger language plpgsql as $$
begin
  raise exception 'an invoice is never changed' using errcode = 'restrict_violation';
end $$;
create trigger invoice_is_final before update or delete or truncate on billing.invoice
  for each statement execute function billing.keep_invoice();
-- A number is the one that its series has just given out.
create function billing.check_invoice_number() returns trigger language plpgsql as $$
begin
  if new.number <> (select last_number from billing.invoice_series where kind = new.kind) then
    raise exception '% is not the next number of a %', new.number, new.kind using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invoice_number_is_next before insert on billing.invoice
  for each row execute function billing.check_invoice_number();

alter table billing.payment add column has_receipt boolean not null default false;
create index payment_without_receipt on billing.payment (ended_at) where state = 'succeeded' and not has_receipt;

-- How far the statements of an account have come.
create table billing.statement_course (
  account_id uuid primary key,
  -- The month that is stated next, and the instant at which it began: where the one before it ended.
  month date not null check (extract(day from month) = 1),
  month_begins_at timestamptz not null,
  -- The last ledger entry that there was when the statement before was written; its closing balance.
  seen_entry bigint not null default 0,
  balance bigint not null default 0,
  due_at timestamptz not null
);
create index statement_due on billing.statement_course (due_at);

-- Who stands on an account's invoices, where somebody said so.
create table billing.buyer (
  account_id uuid primary key,
  name text check (name <> ''),
  address text not null,
  country text check (country ~ '^[A-Z]{2}$'),
  tax_id text check (tax_id <> '')
);
