// The statements about plans.
import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import type { Plan } from './plan.ts';

type PlanRow = {
  id: string;
  name: string;
  price: bigint;
  currency: string;
  rate_table: string | null;
  included_messages: number;
  is_offered: boolean;
  is_sample: boolean;
  minutes: { group: string; seconds: number }[];
};

/** Every plan, also those that are offered no more, in the order they stand beside each other. */
export async function allPlans(db: Executor): Promise<Plan[]> {
  const { rows } = await sql<PlanRow>`
    select id, name, price, currency, rate_table, included_messages, is_offered, is_sample, (
      select coalesce(jsonb_agg(jsonb_build_object('group', group_name, 'seconds', seconds) order by group_name), '[]')
      from billing.plan_minutes where plan_id = plan.id) as minutes
    from billing.plan order by position, id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    priceMicros: micros(row.price),
    currency: row.currency,
    rateTable: row.rate_table,
    includedMessages: row.included_messages,
    minutes: row.minutes,
    isOffered: row.is_offered,
    isSample: row.is_sample,
  }));
}

/** Adds a plan. One that is there stays as it is. */
export async function insertPlan(tx: Executor, plan: Plan & { position: number }): Promise<void> {
  const { rows } = await sql`
    insert into billing.plan (id, name, position, price, currency, rate_table, included_messages, is_offered, is_sample)
    values (${plan.id}, ${plan.name}, ${plan.position}, ${plan.priceMicros}, ${plan.currency}, ${plan.rateTable},
      ${plan.includedMessages}, ${plan.isOffered}, ${plan.isSample})
    on conflict do nothing returning id`.execute(tx);
  if (rows.length === 0) return;
  for (const { group, seconds } of plan.minutes) {
    await sql`insert into billing.plan_minutes (plan_id, group_name, seconds)
      values (${plan.id}, ${group}, ${seconds})`.execute(tx);
  }
}
