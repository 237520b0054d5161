-- The trunks with a capacity to which an allowed call may go. While no trunk has rung, the engine may still try each of
-- them; from then on the call's own trunk alone counts, and with its end none.
create table calls.trunk_place (
  call_id uuid not null references calls.call (id),
  trunk text not null,
  primary key (trunk, call_id)
);
