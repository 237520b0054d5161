-- Calls that SIP phones place, and calls that come in from the telephone network.

alter domain calls.placer drop constraint placer_check;
-- telephone: somebody out there, who called a number of the account.
alter domain calls.placer add constraint placer_check check (value in ('user', 'sip_phone', 'telephone'));
alter domain calls.direction drop constraint direction_check;
alter domain calls.direction add constraint direction_check check (value in ('outbound', 'inbound'));
alter domain calls.leg_kind drop constraint leg_kind_check;
alter domain calls.leg_kind add constraint leg_kind_check check (value in ('browser', 'carrier', 'phone'));

-- An INVITE from outside the browser makes its call by itself: the same INVITE makes no second one.
create unique index call_of_invite on calls.call (sip_call_id, from_tag) where placed_by <> 'user';

-- Lists show calls of both directions, and are searched by the number of the other side.
drop index calls.call_of_account;
create index call_of_account on calls.call (account_id, id desc)
  include (direction, to_number, from_number, country_code, state, reason, answered_at);
