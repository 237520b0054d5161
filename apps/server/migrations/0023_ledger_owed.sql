-- Money that was taken back when the wallet had spent it: it is owed, and paid before anything else. A wallet is never
-- below zero. Lock order as in 0002: wallets by id, then the cause of the transfer; what a wallet owes after the wallet.
alter type ledger.house_account add value 'owed';

create table ledger.owing (
  wallet_id uuid primary key references ledger.wallet,
  amount bigint not null check (amount >= 0)
);
create index owing_something on ledger.owing (wallet_id) where amount > 0;

-- What came into a wallet, newest first: what is unused of it is found without reading every charge.
create index entry_into_wallet on ledger.entry (wallet_id, id desc) where wallet_id is not null and amount > 0;

-- Takes an amount out of a wallet for a house account: as much as can be spent, and the rest is owed.
-- outcome: posted; repeat (this cause took before: what it took then).
create function ledger.take_back(
  new_transfer uuid, of_wallet uuid, amount bigint, to_house ledger.house_account,
  because_type text, because_id text, taking_at timestamptz,
  out outcome text, out transfer_id uuid, out taken bigint, out owed bigint
) language plpgsql as $$
declare
  wallet ledger.wallet;
begin
  if amount is null or amount <= 0 then
    raise exception '% cannot be taken back', amount using errcode = 'invalid_parameter_value';
  end if;
  select * into wallet from ledger.wallet w where w.id = of_wallet for no key update;
  if not found then
    raise exception 'there is no wallet %', of_wallet using errcode = 'no_data_found';
  end if;
  select t.id into transfer_id from ledger.transfer t where t.cause_type = because_type and t.cause_id = because_id;
  if found then
    select coalesce(-sum(e.amount), 0) into taken
      from ledger.entry e where e.transfer_id = take_back.transfer_id and e.wallet_id = of_wallet;
    outcome := 'repeat';
    owed := amount - taken;
    return;
  end if;

  taken := least(amount, wallet.balance - wallet.held);
  owed := amount - taken;
  transfer_id := new_transfer;
  insert into ledger.transfer (id, cause_type, cause_id) values (new_transfer, because_type, because_id);
  insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at)
    select new_transfer, line.wallet, line.house, wallet.unit, line.amount, taking_at
    from (values
      (of_wallet, null::ledger.house_account, -taken),
      (null, 'owed'::ledger.house_account, -owed),
      (null, to_house, take_back.amount)
    ) line (wallet, house, amount)
    where line.amount <> 0;
  if owed > 0 then
    insert into ledger.owing (wallet_id, amount) values (of_wallet, owed)
      on conflict (wallet_id) do update set amount = ledger.owing.amount + excluded.amount;
  end if;
  perform ledger.tell_wallet_changed(wallet.account_id, of_wallet);
  outcome := 'posted';
end $$;

-- Pays what a wallet owes, as far as it can be spent. outcome: posted; repeat; nothing (nothing owed, or nothing there).
create function ledger.pay_owed(
  new_transfer uuid, of_wallet uuid, because_type text, because_id text, paying_at timestamptz,
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
  select least(o.amount, wallet.balance - wallet.held) into paid
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
  update ledger.owing o set amount = o.amount - paid where o.wallet_id = of_wallet;
  perform ledger.tell_wallet_changed(wallet.account_id, of_wallet);
  outcome := 'posted';
end $$;
