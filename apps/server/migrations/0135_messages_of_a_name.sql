-- What was sent of late under a name, by all accounts that may write under it.
create index message_of_name on messages.message (lower(number), id)
  where direction = 'outbound' and not is_practice and number not like '+%';
