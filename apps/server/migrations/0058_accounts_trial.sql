-- Each account has a wallet for its trial credit; what is left of what it was given moves there. The mark (active) follows
-- the money or an operator.

alter table accounts.account
  -- ledger.wallet; no foreign key across modules.
  add column trial_wallet_id uuid unique,
  -- An operator lets it reach real trunks, whatever it has paid.
  add column is_marked_by_operator boolean not null default false;
update accounts.account set trial_wallet_id = gen_random_uuid();
alter table accounts.account alter column trial_wallet_id set not null;
insert into ledger.wallet (id, account_id, unit, created_at)
  select trial_wallet_id, id, 'trial:' || currency, now() from accounts.account;

-- Whether an account got its trial credit.
create table accounts.trial (
  account_id uuid primary key references accounts.account (id),
  -- waiting: its address is not confirmed. withheld: it got none. taken: it got it, and what was unused was taken again.
  state text not null check (state in ('waiting', 'given', 'withheld', 'taken')),
  because text check (because in ('mailbox', 'device', 'card')),
  -- SHA-256 of the mark of the browser that it was opened with.
  device bytea check (octet_length(device) = 32),
  at timestamptz not null,
  check ((state in ('withheld', 'taken')) = (because is not null))
);
insert into accounts.trial (account_id, state, at)
  select id, case
    when exists (select from ledger.transfer where cause_type = 'trial' and cause_id = account.id::text) then 'given'
    when exists (select from accounts.user u where u.account_id = account.id and u.email_confirmed_at is null) then 'waiting'
    else 'given' end, created_at
  from accounts.account;

-- Whose trial a mailbox, a browser or a card was seen with first: SHA-256 of each, never the thing itself.
create table accounts.trial_claim (
  kind text not null check (kind in ('mailbox', 'device', 'card')),
  hash bytea not null check (octet_length(hash) = 32),
  account_id uuid not null references accounts.account (id),
  at timestamptz not null,
  primary key (kind, hash)
);
-- The mailbox as mailbox.ts has it.
insert into accounts.trial_claim (kind, hash, account_id, at)
select distinct on (mailbox) 'mailbox', sha256(convert_to(mailbox, 'UTF8')), account_id, created_at
from (
  select account_id, created_at, case
    when domain in ('gmail.com', 'googlemail.com') then replace(untagged, '.', '') || '@gmail.com'
    else untagged || '@' || domain
  end as mailbox
  from (
    select account_id, created_at, split_part(lower(email), '@', 2) as domain,
      coalesce(nullif(split_part(split_part(lower(email), '@', 1), '+', 1), ''), split_part(lower(email), '@', 1)) as untagged
    from accounts.user where email_confirmed_at is not null
  ) parts
) mailboxes
order by mailbox, created_at;

-- What came first was spent first: what is left of the trial is what is there beyond the payments and the gifts after it.
-- What a call holds of it stays until the call gives it back (0057).
do $$
declare
  account record;
  unused bigint;
  behind bigint;
begin
  for account in
    select a.id, a.wallet_id, a.trial_wallet_id, wallet.balance, wallet.held, given.amount as given,
      coalesce((select sum(p.amount - p.refunded - p.disputed) from billing.payment p
        where p.wallet_id = a.wallet_id and p.state = 'succeeded' and p.amount > p.refunded + p.disputed), 0)
      + coalesce((select sum(entry.amount) from ledger.entry join ledger.transfer on transfer.id = entry.transfer_id
        where entry.wallet_id = a.wallet_id and entry.amount > 0 and exists (
          select from ledger.entry other
          where other.transfer_id = entry.transfer_id and other.house_account = 'operator_credit')), 0) as newer
    from accounts.account a
    join ledger.wallet on wallet.id = a.wallet_id
    join ledger.transfer on transfer.cause_type = 'trial' and transfer.cause_id = a.id::text
    join ledger.entry given on given.transfer_id = transfer.id and given.wallet_id = a.wallet_id
  loop
    unused := greatest(least(account.given, account.balance - account.newer), 0);
    behind := least(unused, account.held);
    if unused > behind then
      perform ledger.move_trial(account.wallet_id, account.trial_wallet_id, unused - behind, account.id::text, now());
    end if;
    if behind > 0 then
      insert into ledger.trial_behind (wallet_id, trial_wallet_id, amount)
        values (account.wallet_id, account.trial_wallet_id, behind);
    end if;
  end loop;
end $$;

-- Who was marked by an operator keeps the mark; of the others who has a payment that stands.
update accounts.account set is_marked_by_operator = true where exists (
  select from audit.event where event.account_id = account.id and event.action = 'account.activated'
    and event.actor <> 'system');
with unpaid as (
  update accounts.account set state = 'trial'
  where state = 'active' and not is_marked_by_operator and not exists (
    select from billing.payment p where p.account_id = account.id and p.state = 'succeeded'
      and p.amount > p.refunded + p.disputed)
  returning id)
insert into audit.event (id, at, actor, action, account_id, subject, before, after)
  select gen_random_uuid(), now(), 'system', 'account.deactivated', id, id, '{"state": "active"}', '{"state": "trial"}'
  from unpaid;
