-- Holds for callers who have read the wallet before and do more in the same statement, all or nothing.

-- Sets exactly this much aside. outcome: held; changed (what was available is no longer what the caller saw; null: never
-- mind what it was); otherwise what ledger.place_hold says, and nothing is set aside.
create function ledger.place_exact_hold(
  new_hold uuid, of_wallet uuid, amount bigint, seen_available bigint, because_type text, because_id text,
  placing_at timestamptz
) returns text language plpgsql as $$
declare
  placed record;
  available bigint;
begin
  select w.balance - w.held into available from ledger.wallet w where w.id = of_wallet for no key update;
  if available <> seen_available then
    return 'changed';
  end if;
  select * into placed
    from ledger.place_hold(new_hold, of_wallet, amount, amount, because_type, because_id, placing_at);
  return placed.outcome;
end $$;

-- Takes exactly this charge from a hold and releases the rest; null releases it whole. Anything else than that, and the
-- statement fails. What was done before is done.
create function ledger.close_hold(
  of_hold uuid, charge bigint, new_transfer uuid, because_type text, because_id text,
  to_house ledger.house_account, closing_at timestamptz
) returns boolean language plpgsql as $$
declare
  closed record;
begin
  if charge is null then
    select * into closed from ledger.release_hold(of_hold, closing_at);
    if closed.outcome in ('released', 'repeat') then return true; end if;
  else
    select * into closed
      from ledger.settle_hold(of_hold, charge, new_transfer, because_type, because_id, to_house, closing_at);
    if closed.outcome in ('settled', 'repeat') and closed.charged = charge then return true; end if;
  end if;
  raise exception 'hold % of % % cannot be closed with a charge of %: %',
    of_hold, because_type, because_id, charge, closed.outcome using errcode = 'restrict_violation';
end $$;

-- In PL/pgSQL a statement is planned once on a connection; a function in SQL is read and planned at each call.
create or replace function ledger.tell_wallet_changed(of_account uuid, of_wallet uuid) returns void language plpgsql as $$
begin
  insert into platform.event (type, account_id, subject_id) values ('wallet.changed', of_account, of_wallet::text);
end $$;
