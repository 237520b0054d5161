-- What explains calls (their legs, steps and quality) is the most that calls leave behind. It lies in a partition for each month
-- (UTC) of the time in the call's id (UUIDv7), so that a month that is over can be taken out whole and kept elsewhere.

-- Adds the partitions for the ids from p_first (from the very first for null) to before p_end, unless they are there. What came
-- while they were missing lies in the default partitions, and is moved.
create function calls.add_partitions(p_suffix text, p_first uuid, p_end uuid) returns void language plpgsql as $$
declare
  kept text;
  part text;
  lower_bound text := coalesce(quote_literal(p_first), 'minvalue');
begin
  foreach kept in array array['leg', 'step', 'quality_batch'] loop
    part := format('%s_%s', kept, p_suffix);
    continue when to_regclass(format('calls.%I', part)) is not null;
    -- In the order in which the end of a call takes them, so that neither waits for the other for ever.
    lock table calls.call in share row exclusive mode;
    execute format('lock table calls.%I in access exclusive mode', kept || '_default');
    -- Another server may have been quicker.
    continue when to_regclass(format('calls.%I', part)) is not null;
    execute format('create table calls.%I (like calls.%I including all)', part, kept);
    execute format(
      'with moved as (delete from calls.%I where (%L::uuid is null or call_id >= %L) and call_id < %L returning *)
       insert into calls.%I select * from moved', kept || '_default', p_first, p_first, p_end, part);
    execute format('alter table calls.%I attach partition calls.%I for values from (%s) to (%L)', kept, part, lower_bound, p_end);
  end loop;
end $$;

-- The months that were taken out. What belongs to them is not known here any more.
create table calls.archived_month (
  name text primary key,
  first_id uuid not null,
  end_id uuid not null check (end_id > first_id),
  archived_at timestamptz(3) not null
);

-- What there is stays where it is: it becomes the partition of all ids before next month.
do $$
declare
  next_month timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  suffix text := 'before_' || to_char(next_month at time zone 'UTC', 'YYYY_MM');
  end_id uuid := (lpad(to_hex((extract(epoch from next_month) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;
  kept text;
  part text;
  key text;
begin
  foreach kept in array array['leg', 'step', 'quality_batch'] loop
    part := format('%s_%s', kept, suffix);
    execute format('alter table calls.%I rename to %I', kept, part);
    execute format('alter table calls.%I rename constraint %I to %I', part, kept || '_pkey', part || '_pkey');
    select pg_get_constraintdef(oid) into key from pg_constraint
      where conrelid = format('calls.%I', part)::regclass and contype = 'p';
    execute format('create table calls.%I (like calls.%I including defaults including constraints, %s,
      foreign key (call_id) references calls.call (id)) partition by range (call_id)', kept, part, key);
    execute format('create table calls.%I partition of calls.%I default', kept || '_default', kept);
    execute format('with moved as (delete from calls.%I where call_id >= %L returning *) insert into calls.%I select * from moved',
      part, end_id, kept || '_default');
    execute format('alter table calls.%I attach partition calls.%I for values from (minvalue) to (%L)', kept, part, end_id);
  end loop;
end $$;
