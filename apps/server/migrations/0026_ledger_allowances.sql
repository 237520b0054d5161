-- Allowances: wallets in seconds of a destination group, or in messages, that a plan fills for one period. They end;
-- money does not.

-- Given by a plan, used up, and lost at the end of the period. Their entries are never money.
alter type ledger.house_account add value 'allowance_granted';
alter type ledger.house_account add value 'allowance_used';
alter type ledger.house_account add value 'allowance_expired';

-- A wallet in a currency has no end: no statement can give it one. Its unit and end are never changed
-- (wallet_moves_with_entries_and_holds), so a trigger looks once; a check would be read anew by every statement.
alter table ledger.wallet add column expires_at timestamptz;
create function ledger.refuse_money_with_an_end() returns trigger language plpgsql as $$
begin
  raise exception 'a wallet of money has no end, and another has one: wallet_of_money_never_expires'
    using errcode = 'check_violation';
end $$;
create trigger wallet_of_money_never_expires before insert on ledger.wallet
  for each row when ((new.unit ~ '^[A-Z]{3}$') <> (new.expires_at is null))
  execute function ledger.refuse_money_with_an_end();

-- Each period has its own wallet of an allowance: what a call of the old one gives back is never part of the new one.
alter table ledger.wallet drop constraint wallet_account_id_unit_key;
create unique index wallet_of_money on ledger.wallet (account_id, unit) where unit ~ '^[A-Z]{3}$';
create index wallet_of_account on ledger.wallet (account_id, unit, expires_at);

-- As before (0002), and: seconds never become revenue, and money is never an allowance.
create or replace function ledger.refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from inserted group by transfer_id, unit having sum(amount) <> 0) then
    raise exception 'the entries of a transfer must sum to zero' using errcode = 'check_violation';
  end if;
  if exists (
    select from inserted
    where house_account is not null and (house_account::text like 'allowance\_%') = (unit ~ '^[A-Z]{3}$')
  ) then
    raise exception 'an allowance is no money, and money is no allowance' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Takes what is available of a wallet whose time is over; what is held is left for its call, and may be taken later.
-- Raises for a wallet that has no end, or whose end has not come.
create function ledger.expire_wallet(
  of_wallet uuid, new_transfer uuid, expiring_at timestamptz,
  out expired bigint, out left_over bigint
) language plpgsql as $$
declare
  wallet ledger.wallet;
begin
  select * into wallet from ledger.wallet w where w.id = of_wallet for no key update;
  if not found then
    raise exception 'there is no wallet %', of_wallet using errcode = 'no_data_found';
  end if;
  if wallet.expires_at is null or wallet.expires_at > expiring_at then
    raise exception 'wallet % does not expire at %', of_wallet, expiring_at using errcode = 'restrict_violation';
  end if;
  expired := wallet.balance - wallet.held;
  left_over := wallet.held;
  if expired = 0 then return; end if;

  insert into ledger.transfer (id, cause_type, cause_id) values (new_transfer, 'allowance_expired', new_transfer::text);
  insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at) values
    (new_transfer, of_wallet, null, wallet.unit, -expired, expiring_at),
    (new_transfer, null, 'allowance_expired', wallet.unit, expired, expiring_at);
  perform ledger.tell_wallet_changed(wallet.account_id, of_wallet);
end $$;
