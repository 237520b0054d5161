-- The lines of a statement lie beside it: a month of many calls is written, and read again, a piece at a time. Statements of before have
-- theirs in their content, which is never changed.
create table billing.statement_line (
  -- Written after its lines, when their sum is known, in the same transaction.
  invoice_id uuid not null references billing.invoice deferrable initially deferred,
  -- 0: what is no call; from 1 on: calls to one kind of destination, as the statement's sums number them.
  group_number integer not null check (group_number >= 0),
  -- In order of time.
  place integer not null check (place > 0),
  -- As its content had it.
  line jsonb not null,
  primary key (invoice_id, group_number, place)
);
create trigger line_is_final before update or delete or truncate on billing.statement_line
  for each statement execute function billing.keep_invoice();

create function billing.refuse_late_line() returns trigger language plpgsql as $$
begin
  if exists (select from billing.invoice where id = new.invoice_id) then
    raise exception 'an invoice is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger line_comes_before_its_invoice before insert on billing.statement_line
  for each row execute function billing.refuse_late_line();
