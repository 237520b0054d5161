-- One at a time is under way at a provider: what another provider has, which isn't used any more, has no end that anybody here will hear of.
create unique index payment_one_automatic_of_provider on billing.payment (account_id, provider)
  where purpose_type = 'auto_top_up' and ended_at is null;
drop index billing.payment_one_automatic;
