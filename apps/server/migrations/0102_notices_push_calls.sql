-- Calls that ring are pushed too, to browsers that somebody has chosen to be told, unless they say otherwise.
alter table notices.setting add column pushes_calls boolean not null default true;
