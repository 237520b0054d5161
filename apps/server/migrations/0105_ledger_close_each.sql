-- What is charged at one moment is charged with a statement for each table, each hold with an instant of its own.

-- Closes many holds, each as ledger.close_hold does: all of them, or the statement fails. Those that are open go together;
-- where one was closed before, stands there twice, or cannot be closed so, each goes by itself and is judged there.
create function ledger.close_each_hold(
  of_holds uuid[], charges bigint[], new_transfers uuid[], because_types text[], because_ids text[],
  to_houses ledger.house_account[], closing_ats timestamptz[]
) returns boolean language plpgsql as $$
declare
  closable bigint;
begin
  if coalesce(cardinality(of_holds), 0) = 0 then return true; end if;
  -- The order of locks: holds, then wallets: of what a plan includes, of trial credit and of money, each by their ids.
  perform from ledger.hold where id = any (of_holds) order by id for no key update;
  perform from ledger.wallet where id in (select wallet_id from ledger.hold where id = any (of_holds))
    order by case when unit ~ '^[A-Z]{3}$' then 2 when unit ~ '^trial:' then 1 else 0 end, id for no key update;
  select count(distinct hold.id) into closable
    from unnest(of_holds, charges) closing (hold_id, charge) join ledger.hold on hold.id = closing.hold_id
    where hold.state = 'open' and coalesce(closing.charge, 0) between 0 and hold.amount;
  if closable < cardinality(of_holds) then
    perform ledger.close_hold(hold_id, charge, transfer_id, cause_type, cause_id, house, closing_at)
      from unnest(of_holds, charges, new_transfers, because_types, because_ids, to_houses, closing_ats)
        closing (hold_id, charge, transfer_id, cause_type, cause_id, house, closing_at);
    return true;
  end if;

  update ledger.hold
    set state = case when closing.charge is null then 'released' else 'settled' end, closed_at = closing.closing_at,
      charged = closing.charge,
      settled_cause_type = case when closing.charge is not null then closing.cause_type end,
      settled_cause_id = case when closing.charge is not null then closing.cause_id end
    from unnest(of_holds, charges, because_types, because_ids, closing_ats)
      closing (hold_id, charge, cause_type, cause_id, closing_at)
    where hold.id = closing.hold_id;
  insert into ledger.transfer (id, cause_type, cause_id)
    select transfer_id, cause_type, cause_id
    from unnest(charges, new_transfers, because_types, because_ids) closing (charge, transfer_id, cause_type, cause_id)
    where charge > 0;
  insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at)
    select closing.transfer_id, line.wallet_id, line.house, wallet.unit, line.amount, closing.closing_at
    from unnest(of_holds, charges, new_transfers, to_houses, closing_ats)
      closing (hold_id, charge, transfer_id, house, closing_at)
    join ledger.hold on hold.id = closing.hold_id
    join ledger.wallet on wallet.id = hold.wallet_id
    cross join lateral (values
      (wallet.id, null::ledger.house_account, -closing.charge), (null, closing.house, closing.charge)
    ) line (wallet_id, house, amount)
    where closing.charge > 0;
  -- What changed in one moment is told once of each wallet.
  insert into platform.event (type, account_id, subject_id)
    select 'wallet.changed', account_id, id::text from ledger.wallet
    where id in (select wallet_id from ledger.hold where id = any (of_holds)) order by id;
  return true;
end $$;

-- For servers of the release before, which run beside this one while it is brought in.
create or replace function ledger.close_holds(
  of_holds uuid[], charges bigint[], new_transfers uuid[], because_types text[], because_ids text[],
  to_houses ledger.house_account[], closing_at timestamptz
) returns void language sql as $$
  select ledger.close_each_hold(of_holds, charges, new_transfers, because_types, because_ids, to_houses,
    array_fill(closing_at, array[coalesce(cardinality(of_holds), 0)]))
$$;
