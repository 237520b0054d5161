-- Why the number that the caller of a message showed is not to be trusted, as their call has it. Null: nothing speaks against it.
alter table voicemail.recording add column caller_doubt text check (
  caller_doubt in ('failed_check', 'called_number', 'own_number', 'no_such_number', 'neighbour', 'blocked')
);
update voicemail.recording set caller_doubt = call.caller_doubt
from calls.call
where call.id = recording.id and call.caller_doubt is not null;
