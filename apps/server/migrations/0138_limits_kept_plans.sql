-- As the ledger's (0137): a statement of a function that is given arrays keeps its plan.
alter function limits.settle_claims(uuid[], bigint[])
  set plan_cache_mode = force_generic_plan;
alter function limits.claim_each(timestamptz, uuid[], uuid[], uuid[], bigint[], text[], text[], timestamptz[], timestamptz[], timestamptz[],
  timestamptz[], bigint[], bigint[], bigint[], bigint[], bigint[], bigint[], integer[])
  set plan_cache_mode = force_generic_plan;
