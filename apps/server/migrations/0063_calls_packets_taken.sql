-- Whether a side is heard: the media proxy counts what it refuses, because it comes from elsewhere, among the packets of a side.
alter table calls.call
  -- How many packets of each side it had taken when it was last looked at.
  add column caller_packets_taken integer,
  add column callee_packets_taken integer;
