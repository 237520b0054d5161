-- Whether a call is practice follows from the trunks that may carry it: sandboxes, or real ones. What pays for it is said
-- beside it, since both wallets are the same account's.
alter table calls.call
  add column is_practice boolean not null default false,
  add column is_paid_by_trial boolean not null default false;
update calls.call set is_practice = true where
  exists (select from routing.trunk where trunk.kind = 'sandbox'
    and (trunk.name = call.trunk or position(',' || trunk.name || '=' in ',' || call.attempts) > 0))
  or call.trunk is null and not exists (select from routing.trunk where trunk.kind = 'real');
