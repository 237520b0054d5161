-- What waits for one carrier is found without reading what waits for another: which it is for follows from these two.
create index message_due_of_kind on messages.message (is_practice, refused_by, (broadcast_id is not null), due_at, id) where state = 'queued';
drop index messages.message_due_first;
