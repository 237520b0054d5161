-- As before (0023), and for trial credit: as much of it as is there is taken, into trial credit, and nothing is owed of what was a gift. A
-- call paid by it that was answered after its end was refused here, and so could never be recorded.
create or replace function ledger.take_back(
  new_transfer uuid, of_wallet uuid, amount bigint, to_house ledger.house_account,
  because_type text, because_id text, taking_at timestamptz,
  out outcome text, out transfer_id uuid, out taken bigint, out owed bigint
) language plpgsql as $$
declare
  wallet ledger.wallet;
  is_gift boolean;
begin
  if amount is null or amount <= 0 then
    raise exception '% cannot be taken back', amount using errcode = 'invalid_parameter_value';
  end if;
  select * into wallet from ledger.wallet w where w.id = of_wallet for no key update;
  if not found then
    raise exception 'there is no wallet %', of_wallet using errcode = 'no_data_found';
  end if;
  is_gift := wallet.unit ~ '^trial:';
  select t.id into transfer_id from ledger.transfer t where t.cause_type = because_type and t.cause_id = because_id;
  if found then
    select coalesce(-sum(e.amount), 0) into taken
      from ledger.entry e where e.transfer_id = take_back.transfer_id and e.wallet_id = of_wallet;
    outcome := 'repeat';
    owed := case when is_gift then 0 else amount - taken end;
    return;
  end if;

  taken := least(amount, wallet.balance - wallet.held);
  owed := case when is_gift then 0 else amount - taken end;
  transfer_id := new_transfer;
  insert into ledger.transfer (id, cause_type, cause_id) values (new_transfer, because_type, because_id);
  insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at)
    select new_transfer, line.wallet, line.house, wallet.unit, line.amount, taking_at
    from (values
      (of_wallet, null::ledger.house_account, -taken),
      (null, 'owed'::ledger.house_account, -owed),
      (null, to_house, taken + owed)
    ) line (wallet, house, amount)
    where line.amount <> 0;
  if owed > 0 then
    insert into ledger.owing (wallet_id, amount) values (of_wallet, owed)
      on conflict (wallet_id) do update set amount = ledger.owing.amount + excluded.amount;
  end if;
  perform ledger.tell_wallet_changed(wallet.account_id, of_wallet);
  outcome := 'posted';
end $$;
