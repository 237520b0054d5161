-- A statement of a function that is given arrays keeps its plan. PostgreSQL knows how long an array is when it plans for its values, and finds a
-- plan for so few cheaper each time than one for any number: so it planned five statements of each call's end anew.
alter function ledger.post_transfer(uuid, text, text, timestamptz, text, uuid[], ledger.house_account[], bigint[])
  set plan_cache_mode = force_generic_plan;
alter function ledger.close_each_hold(uuid[], bigint[], uuid[], text[], text[], ledger.house_account[], timestamptz[])
  set plan_cache_mode = force_generic_plan;
alter function ledger.place_each_hold(uuid[], uuid[], bigint[], text[], text[], timestamptz)
  set plan_cache_mode = force_generic_plan;
