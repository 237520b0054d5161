-- As `calls.past_change` does of calls: how often a call was counted in a quarter of an hour that was over for a day.
create table insight.past_change (
  account_id uuid primary key,
  times bigint not null
);
