-- The calls out that show a number and are not over: such a call may come back in from the carrier.
create index call_out_shown on calls.call (from_number) where state <> 'ended' and direction = 'outbound';
