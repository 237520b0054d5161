-- Allowances: wallets in seconds of a destination group, or in messages, that a plan fills for one period. They end;
-- money does not.

-- Given by a plan, used up, and lost at the end of the period. Their entries are never money.
alter type ledger.house_account add value 'allowance_granted';
alter type ledger.house_account add value 'allowance_used';
alter type ledger.house_account add value 'allowance_expired';

-- A wallet in a currency has no end: no statement can give it one.
alter table ledger.wallet add column expires_at timestamptz;
alter table ledger.wallet add constraint wallet_of_money_never_expires
  check ((unit ~ '^[A-Z]{3}$') = (expires_at is null));

-- Each period has its own wallet of an allowance: what a call of the old one gives back is never part of the new one.
alter table ledger.wallet drop constraint wallet_account_id_unit_key;
create unique index wallet_of_money on ledger.wallet (account_id, unit) where unit ~ '^[A-Z]{3}$';
create index wallet_of_account on ledger.wallet (account_id, unit, expires_at);

-- Seconds never become revenue, and money is never an allowance.
alter table ledger.entry add constraint entry_allowance_is_no_money check (
  house_account is null or (house_account::text like 'allowance\_%') = (unit !~ '^[A-Z]{3}$'));

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
