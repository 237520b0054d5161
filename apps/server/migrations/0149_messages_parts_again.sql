-- A part that comes after its message was written down waits beside what is known of that: it may be of the next message of the same reference.
alter table messages.received_part drop constraint received_part_pkey,
  add primary key (bind, sender, recipient, reference, total, number, is_done);
