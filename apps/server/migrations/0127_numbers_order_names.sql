-- What a provider calls a number belongs to one order. An order of a number that was had before could take the old name from a list that
-- was not up to date: it learns its own again, and an order that is over forgets it.
update numbers.provider_order later
set provider_number_id = null, due_at = case when state = 'active' then now() else due_at end
where provider_number_id is not null and exists (
  select from numbers.provider_order earlier
  where earlier.provider = later.provider and earlier.provider_number_id = later.provider_number_id
    and (earlier.begun_at, earlier.id) < (later.begun_at, later.id)
);
create unique index provider_order_of_number_there on numbers.provider_order (provider, provider_number_id)
where provider_number_id is not null;
