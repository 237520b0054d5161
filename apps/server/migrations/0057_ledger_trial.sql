-- Trial credit is a wallet of its own, in a unit of its own (trial:USD). A transfer has one unit and sums to zero in it, so
-- trial credit can never become money.

-- As before (0026), and: neither money nor trial credit has an end.
create or replace function ledger.refuse_money_with_an_end() returns trigger language plpgsql as $$
begin
  raise exception 'a wallet of money or trial credit has no end, and another has one: wallet_of_money_never_expires'
    using errcode = 'check_violation';
end $$;
drop trigger wallet_of_money_never_expires on ledger.wallet;
create trigger wallet_of_money_never_expires before insert on ledger.wallet
  for each row when ((new.unit ~ '^(trial:)?[A-Z]{3}$') <> (new.expires_at is null))
  execute function ledger.refuse_money_with_an_end();
create unique index wallet_of_trial on ledger.wallet (account_id, unit) where unit ~ '^trial:';

-- As before (0026), and: trial credit comes from where it goes to, and is never paid out as money.
create or replace function ledger.refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from inserted group by transfer_id, unit having sum(amount) <> 0) then
    raise exception 'the entries of a transfer must sum to zero' using errcode = 'check_violation';
  end if;
  if exists (
    select from inserted
    where house_account is not null
      and case
        when unit ~ '^trial:' then house_account <> 'trial_credit'
        when unit ~ '^[A-Z]{3}$' then
          house_account::text like 'allowance\_%' or house_account = 'trial_credit' and amount < 0
        else house_account::text not like 'allowance\_%'
      end
  ) then
    raise exception 'an allowance is no money, and money is no allowance and no trial credit' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Trial credit that lay among the money, was held for a call when trial credit got wallets of its own, and so could not be
-- moved yet. It is spent before the money, as it was.
create table ledger.trial_behind (
  wallet_id uuid primary key references ledger.wallet,
  trial_wallet_id uuid not null references ledger.wallet,
  amount bigint not null check (amount >= 0)
);

-- Moves an amount out of a wallet of money into the trial wallet of its account: out of the one, into the other, each with
-- an entry of the house beside it.
create function ledger.move_trial(
  of_wallet uuid, to_wallet uuid, amount bigint, because_id text, moving_at timestamptz
) returns void language plpgsql as $$
declare
  money ledger.wallet;
  trial ledger.wallet;
  out_of_money uuid := gen_random_uuid();
  into_trial uuid := gen_random_uuid();
begin
  select * into money from ledger.wallet w where w.id = of_wallet;
  select * into trial from ledger.wallet w where w.id = to_wallet;
  insert into ledger.transfer (id, cause_type, cause_id) values
    (out_of_money, 'trial_moved', because_id), (into_trial, 'trial_kept', because_id);
  insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at) values
    (out_of_money, of_wallet, null, money.unit, -amount, moving_at),
    (out_of_money, null, 'trial_credit', money.unit, amount, moving_at),
    (into_trial, to_wallet, null, trial.unit, amount, moving_at),
    (into_trial, null, 'trial_credit', trial.unit, -amount, moving_at);
  perform ledger.tell_wallet_changed(money.account_id, of_wallet);
  perform ledger.tell_wallet_changed(trial.account_id, to_wallet);
end $$;

-- With the end of a hold: what it took of the trial is spent, and what it gives back of it follows.
create function ledger.move_trial_behind() returns trigger language plpgsql as $$
declare
  behind ledger.trial_behind;
  spent bigint;
  back bigint;
begin
  select * into behind from ledger.trial_behind t where t.wallet_id = new.wallet_id and t.amount > 0 for update;
  if not found then
    return null;
  end if;
  spent := least(behind.amount, coalesce(new.charged, 0));
  back := least(behind.amount - spent, new.amount - coalesce(new.charged, 0));
  update ledger.trial_behind t set amount = t.amount - spent - back where t.wallet_id = new.wallet_id;
  if back > 0 then
    perform ledger.move_trial(new.wallet_id, behind.trial_wallet_id, back, new.id::text, new.closed_at);
  end if;
  return null;
end $$;
create trigger hold_brings_trial_after after update on ledger.hold
  for each row when (old.state = 'open' and new.state <> 'open') execute function ledger.move_trial_behind();
