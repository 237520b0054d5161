-- A part that comes after its message was written down waits beside what is known of that: it may be of the next message of the same reference.
alter table messages.received_part drop constraint received_part_pkey;
create unique index received_part_once on messages.received_part (bind, sender, recipient, reference, total, number) where not is_done;
create index received_part_done on messages.received_part (bind, sender, recipient, reference, total) where is_done;
