-- The server's own call to a telephone, to say a code there.
alter domain calls.placer drop constraint placer_check;
alter domain calls.placer add constraint placer_check
  check (value in ('user', 'sip_phone', 'telephone', 'forward', 'verification'));
