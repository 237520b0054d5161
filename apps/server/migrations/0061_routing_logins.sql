-- How a carrier that challenges us (401, 407) knows us.
alter table routing.trunk
  add column login_user text check (login_user ~ '^[^"\\[:cntrl:]]{1,128}$'),
  -- Sealed with a key that is not in this database: of no use to who reads it.
  add column login_password bytea check (length(login_password) between 28 and 400),
  -- The one realm whose challenges are answered; null: any.
  add column login_realm text check (login_realm ~ '^[^"\\[:cntrl:]]{1,128}$'),
  add constraint trunk_login_is_whole check ((login_user is null) = (login_password is null)
    and (login_realm is null or login_user is not null));
