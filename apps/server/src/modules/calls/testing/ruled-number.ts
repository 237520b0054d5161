import { defaultRule, type IncomingAsk, type NumberRule } from '@farline/contracts';
import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import { numbersOf } from '../../numbers/index.ts';
import type { CallsWorld } from './calls-world.ts';

/** Who calls, where a test does not say it. */
export const CALLER = '+442079460123';

/** Somebody with this balance, whose number has this rule: `setRule` gives it another, `receive` has a carrier bring a call to it. */
export async function ruledNumber(
  world: CallsWorld,
  { balance, rule }: { balance: string; rule: Partial<NumberRule> },
) {
  const customer = await world.customer(balance);
  const [number = ''] = await numbersOf(world.deps.database, customer.accountId);
  const setRule = async (over: Partial<NumberRule>) =>
    await sql`insert into numbers.rule (e164, account_id, version, rule, changed_at)
      values (${number}, ${customer.accountId}, 1, ${JSON.stringify({ ...defaultRule('UTC'), ...over })}::jsonb, now())
      on conflict (e164) do update set rule = excluded.rule`.execute(world.deps.database);
  await setRule(rule);
  const receive = async (wanted: Partial<IncomingAsk> = {}) => {
    const ask: IncomingAsk = {
      type: 'incoming.ask',
      transactionIndex: 1,
      transactionLabel: 2,
      at: world.clock.now().getTime(),
      dialled: number,
      caller: CALLER,
      privacy: '',
      source: '127.0.0.1:5090',
      sipCallId: `in-${newId()}`,
      fromTag: 'from',
      ...wanted,
    };
    const decision = await world.calls.listener.receive(ask);
    return { decision, id: decision.call ?? '', sipCallId: ask.sipCallId, fromTag: 'from', toTag: 'to' };
  };
  return { customer, number, setRule, receive };
}

/** The call bridge places the call that goes on, with the words that the engine was given for it. */
export async function goOn(world: CallsWorld, incoming: { decision: object }) {
  const { forwardUser = '', forwardTo = '' } = incoming.decision as { forwardUser?: string; forwardTo?: string };
  const sipCallId = `out-${newId()}`;
  const decision = await world.calls.listener.decide({
    type: 'call.ask',
    transactionIndex: 3,
    transactionLabel: 4,
    at: world.clock.now().getTime(),
    call: '',
    user: forwardUser.replace(/^\d+:/, ''),
    dialled: forwardTo,
    sipCallId,
    fromTag: 'bridge',
    phone: '',
    connection: '127.0.0.1:4011',
    privacy: '',
  });
  return { decision, id: decision.call ?? '', sipCallId, fromTag: 'bridge', toTag: 'far' };
}
