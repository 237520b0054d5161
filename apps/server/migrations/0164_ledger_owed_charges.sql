-- What of it is owed of charges, as for a call that was answered after its end: a statement tells it as a charge, with its tax, when it is paid.
-- What was owed before counts as money that was taken back.
alter table ledger.owing add column of_charges bigint not null default 0;
alter table ledger.owing add constraint of_charges_are_owed check (of_charges between 0 and amount);

-- As before (0162), and what is owed to revenue is owed of charges.
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
    insert into ledger.owing (wallet_id, amount, of_charges)
      values (of_wallet, owed, case when to_house = 'revenue' then owed else 0 end)
      on conflict (wallet_id) do update set amount = ledger.owing.amount + excluded.amount,
        of_charges = ledger.owing.of_charges + excluded.of_charges;
  end if;
  perform ledger.tell_wallet_changed(wallet.account_id, of_wallet);
  outcome := 'posted';
end $$;

-- As before (0023), and no more stays owed of charges than stays owed. With `charges_alone`, it pays what is owed of charges, and nothing else.
drop function ledger.pay_owed(uuid, uuid, text, text, timestamptz);
create function ledger.pay_owed(
  new_transfer uuid, of_wallet uuid, because_type text, because_id text, paying_at timestamptz, charges_alone boolean default false,
  out outcome text, out paid bigint
) language plpgsql as $$
declare
  wallet ledger.wallet;
begin
  paid := 0;
  select * into wallet from ledger.wallet w where w.id = of_wallet for no key update;
  if exists (select from ledger.transfer t where t.cause_type = because_type and t.cause_id = because_id) then
    outcome := 'repeat';
    return;
  end if;
  select least(case when charges_alone then o.of_charges else o.amount end, wallet.balance - wallet.held) into paid
    from ledger.owing o where o.wallet_id = of_wallet and o.amount > 0 for update;
  if not found or paid = 0 then
    paid := 0;
    outcome := 'nothing';
    return;
  end if;

  insert into ledger.transfer (id, cause_type, cause_id) values (new_transfer, because_type, because_id);
  insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at) values
    (new_transfer, of_wallet, null, wallet.unit, -paid, paying_at),
    (new_transfer, null, 'owed', wallet.unit, paid, paying_at);
  update ledger.owing o set amount = o.amount - paid,
      of_charges = case when charges_alone then o.of_charges - paid else least(o.of_charges, o.amount - paid) end
    where o.wallet_id = of_wallet;
  perform ledger.tell_wallet_changed(wallet.account_id, of_wallet);
  outcome := 'posted';
end $$;
