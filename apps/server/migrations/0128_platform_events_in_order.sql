-- Old events are found by their positions. Their places on the disk are used again, so that those of one block are of any time.
drop index platform.event_age;
