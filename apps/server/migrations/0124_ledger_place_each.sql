-- Holds of many at once, for callers who have locked the wallets and found enough in them.

-- Sets exactly this much aside in each wallet. What is not there, or a cause that held before, fails the statement.
create function ledger.place_each_hold(
  new_holds uuid[], wallets uuid[], amounts bigint[], because_types text[], because_ids text[], placing_at timestamptz
) returns boolean language plpgsql as $$
begin
  if coalesce(cardinality(new_holds), 0) = 0 then return true; end if;
  if exists (select from unnest(amounts) amount where amount is null or amount <= 0) then
    raise exception 'a hold of nothing is none' using errcode = 'invalid_parameter_value';
  end if;
  -- Their triggers move the wallets, whose balance must cover what is held.
  insert into ledger.hold (id, wallet_id, cause_type, cause_id, amount, placed_at)
    select hold_id, wallet_id, cause_type, cause_id, amount, placing_at
    from unnest(new_holds, wallets, because_types, because_ids, amounts)
      placed (hold_id, wallet_id, cause_type, cause_id, amount)
    order by wallet_id, hold_id;
  insert into platform.event (type, account_id, subject_id)
    select 'wallet.changed', w.account_id, w.id::text from ledger.wallet w where w.id = any (wallets) order by w.id;
  return true;
end $$;
