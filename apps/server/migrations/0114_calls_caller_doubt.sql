-- Why the number of a caller may not be theirs, or who they are to the account: judged when the call came in.
alter table calls.call add column caller_doubt text check (
  caller_doubt in ('failed_check', 'called_number', 'own_number', 'no_such_number', 'neighbour', 'blocked')
);
