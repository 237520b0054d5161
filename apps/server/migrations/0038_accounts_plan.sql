-- The plan that users see beside their names: written with every change of plan.
alter table accounts.account add column plan_id text not null default 'basic' check (plan_id <> '');
