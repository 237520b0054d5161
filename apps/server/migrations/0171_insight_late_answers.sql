-- Whether an answer of the call is in the sums: one that was charged after the call had ended is added then, once. What was counted before
-- is taken to have it, so that nothing is counted twice.
alter table insight.counted_call add column has_answer boolean not null default true;
-- Such an answer comes without its call, which is in the sums of that quarter already. The rows that are there
-- pass by the check before: to read them all again would keep every call from being counted meanwhile.
alter table insight.call_quarter drop constraint call_quarter_check, add check (answered >= 0) not valid;
