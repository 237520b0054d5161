-- The last STOP, START or HELP of somebody that got no answer, and the code of the refusal. An answer since then takes it away.
alter table messages.thread
  add column unanswered_keyword text check (unanswered_keyword in ('stop', 'start', 'help')),
  add column unanswered_reason text,
  add constraint thread_unanswered_check check ((unanswered_keyword is null) = (unanswered_reason is null));
