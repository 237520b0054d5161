import { setTimeout as wait } from 'node:timers/promises';
import { createSipEndpoint, type OutgoingCall, type SipEndpoint } from '@farline/sip-endpoint';
import type { StandInPushService } from '@farline/tools/stand-in-push-service';
import { openCalledBrowser } from '../../voice/testbed/called-browser.ts';
import { createApi, inTurns, patiently } from './api.ts';
import type { Callee } from './callees.ts';
import { type Measured, quantile } from './measured.ts';
import type { World } from './world.ts';

const CALLS = 300;
const CALLS_PER_SECOND = 5;
const AT_ONCE = 8;
const RTP_PORTS = { from: 15_000, to: 18_999 };
const DECLINED = 603;
const SETTLED_WITHIN_MS = 15_000;

type Delays = { pushedMs: number; rungMs: number };
type Browser = ReturnType<StandInPushService['aBrowser']>;

/**
 * Calls to numbers whose people have no page open, but a browser that is told of calls: from the INVITE until the push service has
 * the message, decrypted and its signature checked, and from the first REGISTER of the page that it wakes until that page has the INVITE.
 */
export async function measurePush(
  world: World,
  callees: readonly Callee[],
  { service, say }: { service: StandInPushService; say: (line: string) => void },
): Promise<{ rows: Measured[]; failures: string[] }> {
  const browsers = await subscribeAll(world, service);
  const { sandboxA } = world.stack.ports;
  const trunk = await createSipEndpoint({ host: '127.0.0.1', port: sandboxA, rtpPorts: RTP_PORTS });
  const under = { world, trunk, callees, browsers };
  const delays: Delays[] = [];
  const failures: string[] = [];
  const callOnce = async (index: number) => {
    await call(under, index).then(
      (delay) => delays.push(delay),
      (error: unknown) => failures.push(`a call to a closed page: ${String(error).split('\n')[0] ?? ''}`),
    );
  };
  try {
    const begun = performance.now();
    const underWay: Promise<void>[] = [];
    for (let index = 0; index < CALLS; index += 1) {
      await wait(Math.max(0, begun + (index * 1000) / CALLS_PER_SECOND - performance.now()));
      underWay.push(callOnce(index));
    }
    await Promise.all(underWay);
    const open = await world.books.waitUntilEnded(SETTLED_WITHIN_MS);
    if (open > 0) failures.push(`${open} calls to closed pages did not end`);
    for (const wrong of service.wrongs.slice(0, 3)) failures.push(`the push service found wrong: ${wrong}`);
  } finally {
    await trunk.close();
  }
  say(`Push: ${delays.length} of ${CALLS} calls rang a page that was closed`);
  return { rows: [...rowsOf(delays, 'pushed'), ...rowsOf(delays, 'rung')], failures };
}

/** A browser of each customer, which is told of calls. */
async function subscribeAll({ stack, customers }: World, service: StandInPushService): Promise<Browser[]> {
  await customers.refresh();
  const api = createApi(stack.ports.web);
  try {
    return await inTurns(customers.all, AT_ONCE, async ({ token }) => {
      const browser = service.aBrowser();
      await patiently(async () => await api.post('/settings/push', browser.subscription, token));
      return browser;
    });
  } finally {
    api.close();
  }
}

type Bed = { world: World; trunk: SipEndpoint; callees: readonly Callee[]; browsers: readonly Browser[] };

/** Somebody calls, the page is woken, registers, rings, and declines. */
async function call({ world, trunk, callees, browsers }: Bed, index: number): Promise<Delays> {
  const turn = index % callees.length;
  const [callee, browser, customer] = [callees[turn], browsers[turn], world.customers.all[turn]];
  if (callee === undefined || browser === undefined || customer === undefined) throw new Error('nobody is called');
  const { stack } = world;
  const which = rungSoFar(browser);
  const calledAt = performance.now();
  const placed = trunk.call({
    to: `sip:${callee.number}@127.0.0.1:${stack.ports.carrierSide}`,
    from: `sip:+447700900555@127.0.0.1`,
  });
  try {
    const { content } = await Promise.race([rung(browser, which), refusalOf(placed)]);
    const pushedMs = performance.now() - calledAt;
    const page = await openCalledBrowser({
      websocketUrl: stack.websocketUrl,
      origin: new URL(stack.url).origin,
      sipSecret: stack.sip.secret,
      userId: customer.userId,
    });
    try {
      const registeredAt = performance.now();
      const rings = page.rings(content.call?.id ?? '').then((invite) => ({ invite, at: performance.now() }));
      const [{ invite, at }] = await Promise.all([Promise.race([rings, refusalOf(placed)]), page.register()]);
      page.reply(invite, 180, { toTag: 'woken' });
      page.reply(invite, DECLINED, { toTag: 'woken' });
      await placed.ended;
      return { pushedMs, rungMs: at - registeredAt };
    } finally {
      page.close();
    }
  } finally {
    await placed.hangUp();
  }
}

/** Rejects when the call is over before anybody could take it. */
async function refusalOf({ answered }: OutgoingCall): Promise<never> {
  const answer = await answered;
  throw new Error(answer.answered ? 'somebody else took it' : `it was refused with ${answer.status}`);
}

/** Messages that are about a call which rings; that it is over is said in another. */
const ringing = ({ received }: Browser) => received.filter(({ content }) => content.isOver !== true);
const rungSoFar = (browser: Browser): number => ringing(browser).length;

async function rung(browser: Browser, which: number) {
  for (let next = browser.received.length; ; next += 1) {
    const found = ringing(browser)[which];
    if (found !== undefined) return found;
    await browser.next(next);
  }
}

const WORDS = {
  pushed: { what: 'INVITE to a closed page until the push service has the message', of: 'pushedMs' },
  rung: { what: 'registration of the woken page until it has the INVITE', of: 'rungMs' },
} as const;

function rowsOf(delays: readonly Delays[], which: keyof typeof WORDS): Measured[] {
  const { what, of } = WORDS[which];
  const all = delays.map((delay) => delay[of]);
  return [0.5, 0.99].map((share) => ({
    what: `${what}, p${share * 100}`,
    unit: ' ms',
    ours: quantile(all, share),
    bare: Number.NaN,
    aim: null,
    isMet: true,
    remark: `${all.length} calls, ${CALLS_PER_SECOND}/s; the longest ${quantile(all, 1).toFixed(0)} ms`,
  }));
}
