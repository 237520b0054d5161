-- What is pushed to the browsers that somebody has chosen: they chose them to be told, so it is everything unless they say otherwise.
alter table notices.setting
  add column pushes_missed_calls boolean not null default true,
  add column pushes_messages boolean not null default true,
  add column pushes_voicemail boolean not null default true;
