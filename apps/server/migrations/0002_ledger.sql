-- Money: double entry, append only. Amounts are whole millionths of the wallet's unit.
-- Lock order: hold, then wallets by id, then the cause of the transfer.
create schema ledger;

-- Accounts of the house have entries only: a balance row would be the one row that every transfer waits for.
create type ledger.house_account as enum ('revenue', 'trial_credit', 'payments', 'operator_credit');

create table ledger.wallet (
  id uuid primary key,
  -- accounts.account; no foreign key across modules.
  account_id uuid not null,
  -- An ISO 4217 currency, or seconds of a destination group.
  unit text not null check (unit <> ''),
  balance bigint not null default 0,
  held bigint not null default 0,
  created_at timestamptz not null,
  constraint wallet_balance_not_negative check (balance >= 0),
  constraint wallet_held_not_negative check (held >= 0),
  constraint wallet_balance_covers_held check (balance >= held),
  unique (account_id, unit)
) with (fillfactor = 50);

create table ledger.transfer (
  id uuid primary key,
  cause_type text not null check (cause_type <> ''),
  cause_id text not null check (cause_id <> ''),
  -- A cause counts once.
  unique (cause_type, cause_id)
);

create table ledger.entry (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references ledger.transfer,
  wallet_id uuid references ledger.wallet,
  house_account ledger.house_account,
  unit text not null,
  amount bigint not null check (amount <> 0),
  -- The wallet's balance with this entry; filled in by the trigger.
  balance_after bigint,
  at timestamptz not null,
  check (num_nonnulls(wallet_id, house_account) = 1),
  check ((wallet_id is null) = (balance_after is null))
);
create index entry_of_transfer on ledger.entry (transfer_id);
create index entry_of_wallet on ledger.entry (wallet_id, id) where wallet_id is not null;
create index entry_of_wallet_in_time on ledger.entry (wallet_id, at) where wallet_id is not null;

create table ledger.hold (
  id uuid primary key,
  wallet_id uuid not null references ledger.wallet,
  cause_type text not null check (cause_type <> ''),
  cause_id text not null check (cause_id <> ''),
  amount bigint not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'settled', 'released')),
  placed_at timestamptz not null,
  closed_at timestamptz,
  -- What was taken of it, and why: the cause of the transfer. Nothing taken, no transfer.
  charged bigint check (charged between 0 and amount),
  settled_cause_type text,
  settled_cause_id text,
  unique (cause_type, cause_id),
  check ((state = 'open') = (closed_at is null)),
  check (num_nonnulls(charged, settled_cause_type, settled_cause_id) = case state when 'settled' then 3 else 0 end)
) with (fillfactor = 70);

create table ledger.hold_enlargement (
  hold_id uuid not null references ledger.hold,
  key text not null check (key <> ''),
  added bigint not null check (added > 0),
  at timestamptz not null,
  primary key (hold_id, key)
);

-- Each entry moves its wallet: nothing else can.
create function ledger.move_balance() returns trigger language plpgsql as $$
begin
  update ledger.wallet set balance = balance + new.amount
    where id = new.wallet_id and unit = new.unit
    returning balance into new.balance_after;
  if not found then
    raise exception 'there is no wallet % in %', new.wallet_id, new.unit using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger entry_moves_balance before insert on ledger.entry
  for each row when (new.wallet_id is not null) execute function ledger.move_balance();

-- All entries of a transfer come in one statement, so what was balanced stays so.
create function ledger.refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from inserted group by transfer_id, unit having sum(amount) <> 0) then
    raise exception 'the entries of a transfer must sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger entries_sum_to_zero after insert on ledger.entry
  referencing new table as inserted for each statement execute function ledger.refuse_unbalanced();

-- Each hold moves what its wallet holds: nothing else can. A closed hold never changes.
create function ledger.move_held() returns trigger language plpgsql as $$
declare
  moved bigint := case new.state when 'open' then new.amount else 0 end;
begin
  if tg_op = 'UPDATE' then
    if old.state <> 'open' or old.wallet_id <> new.wallet_id or old.id <> new.id
      or (old.cause_type, old.cause_id) <> (new.cause_type, new.cause_id) or new.amount < old.amount then
      raise exception 'hold % cannot change so', old.id using errcode = 'restrict_violation';
    end if;
    moved := moved - old.amount;
  end if;
  update ledger.wallet set held = held + moved where id = new.wallet_id;
  return new;
end $$;
create trigger hold_moves_held before insert or update on ledger.hold
  for each row execute function ledger.move_held();

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is never changed so', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger entry_is_final before update or delete or truncate on ledger.entry
  for each statement execute function ledger.refuse_change();
create trigger transfer_is_final before update or delete or truncate on ledger.transfer
  for each statement execute function ledger.refuse_change();
create trigger enlargement_is_final before update or delete or truncate on ledger.hold_enlargement
  for each statement execute function ledger.refuse_change();
create trigger hold_stays before delete or truncate on ledger.hold
  for each statement execute function ledger.refuse_change();
create trigger wallet_stays before delete or truncate on ledger.wallet
  for each statement execute function ledger.refuse_change();
create trigger wallet_starts_empty before insert on ledger.wallet
  for each row when (new.balance <> 0 or new.held <> 0) execute function ledger.refuse_change();
-- Depth 0 is a statement of somebody else; entries and holds move the wallet from their triggers.
create trigger wallet_moves_with_entries_and_holds before update on ledger.wallet
  for each row when (
    pg_trigger_depth() = 0
    or (old.id, old.account_id, old.unit) is distinct from (new.id, new.account_id, new.unit)
  ) execute function ledger.refuse_change();

-- Told by the outbox after the commit; whoever shows the wallet reads it then.
create function ledger.tell_wallet_changed(of_account uuid, of_wallet uuid) returns void language sql as $$
  insert into platform.event (type, account_id, subject_id) values ('wallet.changed', of_account, of_wallet::text);
$$;

-- Posts a transfer: element n of each list makes one entry, of a wallet or of a house account.
-- outcome: posted; repeat (the cause was posted before, with the same entries); out_of_credit.
create function ledger.post_transfer(
  new_transfer uuid, because_type text, because_id text, posted_at timestamptz, in_unit text,
  wallets uuid[], houses ledger.house_account[], amounts bigint[],
  out outcome text, out transfer_id uuid
) language plpgsql as $$
begin
  perform from ledger.wallet where id = any (wallets) order by id for no key update;
  select t.id into transfer_id from ledger.transfer t where t.cause_type = because_type and t.cause_id = because_id;
  if found then
    if cardinality(amounts) <> (select count(*) from ledger.entry e where e.transfer_id = post_transfer.transfer_id)
      or exists (
      (select e.wallet_id, e.house_account, e.unit, e.amount from ledger.entry e where e.transfer_id = post_transfer.transfer_id)
      except all
      (select line.wallet, line.house, in_unit, line.amount from unnest(wallets, houses, amounts) line (wallet, house, amount))
    ) then
      raise exception 'cause % % was used for another transfer', because_type, because_id using errcode = 'unique_violation';
    end if;
    outcome := 'repeat';
    return;
  end if;
  if exists (
    select from ledger.wallet w
    join (
      select line.wallet, sum(line.amount) as change
      from unnest(wallets, amounts) line (wallet, amount) where line.wallet is not null group by line.wallet
    ) moved on moved.wallet = w.id
    where moved.change < 0 and w.balance - w.held + moved.change < 0
  ) then
    outcome := 'out_of_credit';
    return;
  end if;

  insert into ledger.transfer (id, cause_type, cause_id) values (new_transfer, because_type, because_id);
  insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at)
    select new_transfer, line.wallet, line.house, in_unit, line.amount, posted_at
    from unnest(wallets, houses, amounts) line (wallet, house, amount);
  perform ledger.tell_wallet_changed(w.account_id, w.id) from ledger.wallet w where w.id = any (wallets) order by w.id;
  outcome := 'posted';
  transfer_id := new_transfer;
end $$;

-- Sets money aside: what is wanted, or all there is if that is enough.
-- outcome: held; repeat (this cause holds already); out_of_credit; hold_closed (this cause held, and is over).
create function ledger.place_hold(
  new_hold uuid, of_wallet uuid, wanted bigint, enough bigint, because_type text, because_id text, placing_at timestamptz,
  out outcome text, out hold_id uuid, out held bigint, out available bigint
) language plpgsql as $$
declare
  account uuid;
  before ledger.hold;
begin
  if enough is null or enough <= 0 or wanted < enough then
    raise exception 'a hold of % to % is none', enough, wanted using errcode = 'invalid_parameter_value';
  end if;
  select w.account_id, w.balance - w.held into account, available
    from ledger.wallet w where w.id = of_wallet for no key update;
  if not found then
    raise exception 'there is no wallet %', of_wallet using errcode = 'no_data_found';
  end if;
  -- Final within this wallet, which is locked; the cause of another wallet's hold breaks the unique constraint.
  select * into before from ledger.hold h
    where h.cause_type = because_type and h.cause_id = because_id and h.wallet_id = of_wallet;
  if found then
    hold_id := before.id;
    held := before.amount;
    outcome := case before.state when 'open' then 'repeat' else 'hold_closed' end;
    return;
  end if;
  if available < enough then
    outcome := 'out_of_credit';
    return;
  end if;

  hold_id := new_hold;
  held := least(wanted, available);
  available := available - held;
  insert into ledger.hold (id, wallet_id, cause_type, cause_id, amount, placed_at)
    values (new_hold, of_wallet, because_type, because_id, held, placing_at);
  perform ledger.tell_wallet_changed(account, of_wallet);
  outcome := 'held';
end $$;

-- Adds to an open hold: what is wanted, or all there is if that is enough.
-- outcome: enlarged; repeat (this key enlarged it before: added is what it added then); out_of_credit; hold_closed.
create function ledger.enlarge_hold(
  of_hold uuid, wanted bigint, enough bigint, by_key text, enlarging_at timestamptz,
  out outcome text, out added bigint, out held bigint
) language plpgsql as $$
declare
  hold ledger.hold;
  account uuid;
  available bigint;
begin
  if enough is null or enough <= 0 or wanted < enough then
    raise exception 'an enlargement of % to % is none', enough, wanted using errcode = 'invalid_parameter_value';
  end if;
  select * into hold from ledger.hold h where h.id = of_hold for no key update;
  if not found then
    raise exception 'there is no hold %', of_hold using errcode = 'no_data_found';
  end if;
  held := hold.amount;
  if hold.state <> 'open' then
    outcome := 'hold_closed';
    return;
  end if;
  select e.added into added from ledger.hold_enlargement e where e.hold_id = of_hold and e.key = by_key;
  if found then
    outcome := 'repeat';
    return;
  end if;
  select w.account_id, w.balance - w.held into account, available
    from ledger.wallet w where w.id = hold.wallet_id for no key update;
  if available < enough then
    outcome := 'out_of_credit';
    return;
  end if;

  added := least(wanted, available);
  held := held + added;
  insert into ledger.hold_enlargement (hold_id, key, added, at) values (of_hold, by_key, added, enlarging_at);
  update ledger.hold set amount = held where id = of_hold;
  perform ledger.tell_wallet_changed(account, hold.wallet_id);
  outcome := 'enlarged';
end $$;

-- Takes the charge from a hold and releases the rest.
-- outcome: settled; repeat (settled before for this cause: the first result); settled_for_another_cause;
-- hold_released; charge_exceeds_hold.
create function ledger.settle_hold(
  of_hold uuid, charge bigint, new_transfer uuid, because_type text, because_id text,
  to_house ledger.house_account, settling_at timestamptz,
  out outcome text, out charged bigint, out transfer_id uuid
) language plpgsql as $$
declare
  hold ledger.hold;
  wallet ledger.wallet;
begin
  if charge is null or charge < 0 then
    raise exception 'a charge of % is none', charge using errcode = 'invalid_parameter_value';
  end if;
  select * into hold from ledger.hold h where h.id = of_hold for no key update;
  if not found then
    raise exception 'there is no hold %', of_hold using errcode = 'no_data_found';
  end if;
  if hold.state = 'released' then
    outcome := 'hold_released';
    return;
  end if;
  if hold.state = 'settled' then
    if (hold.settled_cause_type, hold.settled_cause_id) <> (because_type, because_id) then
      outcome := 'settled_for_another_cause';
      return;
    end if;
    outcome := 'repeat';
    charged := hold.charged;
    select t.id into transfer_id from ledger.transfer t where t.cause_type = because_type and t.cause_id = because_id;
    return;
  end if;
  if charge > hold.amount then
    outcome := 'charge_exceeds_hold';
    return;
  end if;

  update ledger.hold
    set state = 'settled', closed_at = settling_at, charged = charge,
      settled_cause_type = because_type, settled_cause_id = because_id
    where id = of_hold;
  select * into wallet from ledger.wallet w where w.id = hold.wallet_id;
  if charge > 0 then
    insert into ledger.transfer (id, cause_type, cause_id) values (new_transfer, because_type, because_id);
    insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at) values
      (new_transfer, hold.wallet_id, null, wallet.unit, -charge, settling_at),
      (new_transfer, null, to_house, wallet.unit, charge, settling_at);
    transfer_id := new_transfer;
  end if;
  perform ledger.tell_wallet_changed(wallet.account_id, hold.wallet_id);
  outcome := 'settled';
  charged := charge;
end $$;

-- Gives a hold back whole. outcome: released; repeat; hold_settled.
create function ledger.release_hold(of_hold uuid, releasing_at timestamptz, out outcome text) language plpgsql as $$
declare
  hold ledger.hold;
begin
  select * into hold from ledger.hold h where h.id = of_hold for no key update;
  if not found then
    raise exception 'there is no hold %', of_hold using errcode = 'no_data_found';
  end if;
  outcome := case hold.state when 'open' then 'released' when 'released' then 'repeat' else 'hold_settled' end;
  if hold.state <> 'open' then return; end if;

  update ledger.hold set state = 'released', closed_at = releasing_at where id = of_hold;
  perform ledger.tell_wallet_changed(w.account_id, w.id) from ledger.wallet w where w.id = hold.wallet_id;
end $$;
