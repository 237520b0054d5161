-- Why a running call gets no more, where its end is known: the money, or a limit of spending.
alter table calls.call
  add column end_because text check (end_because in ('money', 'limit_day', 'limit_hour'));
update calls.call set end_because = 'money' where is_end_known;
alter table calls.call add check (is_end_known = (end_because is not null));
