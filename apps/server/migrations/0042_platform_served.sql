-- A subscriber that nobody serves any more holds no event back.
alter table platform.subscription add column served_at timestamptz not null default now();
comment on column platform.subscription.served_at is 'When a server last started with it, moved it on, or saw it fail.';
