import { type IncomingAsk, type Menu, type MenuChoice, type NumberRule, writeMenuDial } from '@farline/contracts';
import type { Database } from '../../../platform/database.ts';
import { menuWord } from '../menus/menu-word.ts';
import { answered, type CallsWorld, callsWorld, CENT_A_SECOND } from './calls-world.ts';
import { ruledNumber } from './ruled-number.ts';

export const MOBILE = '+447700900123';
export const RING: MenuChoice = { do: 'ring', browsers: true, phones: 'all', unanswered: { do: 'busy' } };
const FORWARD: MenuChoice = { do: 'forward', to: MOBILE, most: '2.00', unanswered: { do: 'busy' } };
export const RING_ALL: NumberRule['open'] = { do: 'ring', browsers: true, phones: 'all' };
/** Of a call that ends as it is answered. */
export const atOnce = (world: CallsWorld) => ({ answeredAt: world.clock.now(), at: world.clock.now() });

/** A menu that rings at 1, forwards at 2, and says that all are busy at 3. */
export const aMenu = (over: Partial<Menu> = {}): Menu => ({
  id: 'a',
  name: 'Office',
  language: 'en',
  text: null,
  tries: 2,
  waitSeconds: 5,
  keys: [
    { key: '1', name: 'sales', then: RING },
    { key: '2', name: 'the mobile', then: FORWARD },
    { key: '3', name: 'nothing', then: { do: 'busy' } },
  ],
  otherwise: { do: 'voicemail' },
  ...over,
});
export const withMenu = (menu = aMenu()): Partial<NumberRule> => ({ open: { do: 'menu', menu: 'a' }, menus: [menu] });

/** Somebody whose number has a menu. Calls out cost a cent a second. */
export async function calledMenu(database: Database, rule: Partial<NumberRule> = withMenu()) {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const { customer, number, setRule, receive } = await ruledNumber(world, { balance: '5.00', rule });
  /** A call that the menu has answered. */
  const inMenu = async (wanted: Partial<IncomingAsk> = {}) => {
    const incoming = await receive(wanted);
    await world.calls.listener.record(answered(incoming, world.clock.now(), 'menu'));
    return incoming;
  };
  /** What the attendant asks for when a key is pressed. */
  const press = async (
    callId: string,
    by: '1' | '2' | '3' | '9' | 'otherwise' = '1',
    over: Partial<IncomingAsk> = {},
  ) =>
    await receive({
      dialled: writeMenuDial({ callId, menu: 'a', by }),
      source: '127.0.0.1:4014',
      caller: menuWord(world.deps.sip.secret, callId),
      ...over,
    });
  const settle = async () => await world.calls.ticks.find(({ name }) => name === 'settle choices in menus')?.run();
  return { world, customer, number, setRule, receive, inMenu, press, settle };
}
