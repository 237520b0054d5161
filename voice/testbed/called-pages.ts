import { randomInt, randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { type CallFromTrunk, callFromTrunk, type TrunkCallOptions } from './call-from-trunk.ts';
import { type CalledBrowser, type CalledBrowserOptions, openCalledBrowser } from './called-browser.ts';
import { type EngineBed, ownNumber } from './engine-bed.ts';
import { ha1, openUdpPhone } from './udp-phone.ts';

const PASSWORD = 'right';

/** What a number rings. */
export type Rings = {
  users?: readonly Pick<CalledBrowser, 'userId'>[];
  phones?: readonly string[];
  /** Somebody may come who is not there. */
  wakes?: 'yes';
  /** User names of phones that were woken. */
  woken?: string;
  /** Who rings one after another, and for how long each. */
  turns?: string;
  turnMs?: number;
  turnsMs?: number;
  /** Where the call goes on to; its password is `secret`. */
  forwardTo?: string;
  /** What the attendant does where nobody takes it. */
  task?: string;
  /** What it does where a page sends the caller to voicemail. */
  voicemail?: string;
  ringingMs?: number;
  grantedSeconds?: number;
};

/** A page with a WebSocket; it ends with its test. */
export async function openPage({ stack }: EngineBed, over: Partial<CalledBrowserOptions> = {}): Promise<CalledBrowser> {
  const page = await openCalledBrowser({
    websocketUrl: stack.websocketUrl,
    origin: new URL(stack.url).origin,
    sipSecret: stack.sip.secret,
    ...over,
  });
  onTestFinished(() => page.close());
  return page;
}

/** A page that is registered. */
export async function aPage(bed: EngineBed, over: Partial<CalledBrowserOptions> = {}): Promise<CalledBrowser> {
  const page = await openPage(bed, over);
  expect((await page.register()).status).toBe(200);
  return page;
}

/** A SIP phone that is registered. */
export async function aPhoneBeside(bed: EngineBed, told: { contact?: string } = {}) {
  const username = `beside${randomInt(10_000, 100_000)}`;
  bed.server.phones.set(username, ha1({ username, password: PASSWORD }));
  const phone = await openUdpPhone({ port: bed.stack.ports.phones, username });
  onTestFinished(() => phone.close());
  /** Registers, the first time or once more, at the same contact. */
  const register = async () => {
    const proof = phone.proofFor(await phone.register({}), PASSWORD);
    expect((await phone.register({ ...told, proof })).status).toBe(200);
  };
  await register();
  return { username, phone, register };
}

/** A number of its own that rings these, and the id of the next call to it. */
export function aNumberOf({ server }: EngineBed, rings: Rings): { id: string; number: string } {
  const number = `+${ownNumber()}`;
  const id = randomUUID();
  const {
    users = [],
    phones = [],
    ringingMs = 8000,
    grantedSeconds = 60,
    task = '',
    voicemail,
    wakes,
    woken,
    turns,
    turnMs,
    turnsMs = 120_000,
    forwardTo,
  } = rings;
  server.receive(number, {
    decision: 'ring',
    call: id,
    callerId: '+447700900001',
    trunk: 'trunk-a',
    grantedSeconds,
    firstSignMs: 5000,
    tryingMs: 5000,
    ringingMs,
    users: [...new Set(users.map(({ userId }) => userId))].join('|'),
    phones: phones.join('|'),
    task,
    ...(voicemail === undefined ? {} : { voicemail }),
    ...(wakes === undefined ? {} : { wakes }),
    ...(woken === undefined ? {} : { woken }),
    ...(turns === undefined ? {} : { turns, turnMs, turnsMs }),
    ...(forwardTo === undefined
      ? {}
      : { forwardTo, forwardUser: 'forwards', forwardPassword: 'secret', forwardMs: 8000 }),
  });
  return { id, number };
}

/** Somebody out there calls such a number. */
export function callsIn(bed: EngineBed, rings: Rings, options: TrunkCallOptions = {}): CallFromTrunk & { id: string } {
  const { id, number } = aNumberOf(bed, rings);
  return { id, ...callFromTrunk(bed, number, options) };
}

/** What the caller has heard so far. */
export const statusesOf = ({ heard }: Pick<CallFromTrunk, 'heard'>): number[] => heard().map(({ status }) => status);

/** A call that this page has answered under the tag `page`. */
export async function talksWith(
  bed: EngineBed,
  page: CalledBrowser,
  { grantedSeconds = 60, ...options }: TrunkCallOptions & { grantedSeconds?: number } = {},
) {
  const placed = callsIn(bed, { users: [page], grantedSeconds }, options);
  const invite = await page.rings(placed.id);
  page.answer(invite, 'page');
  await expect.poll(() => statusesOf(placed)).toContain(200);
  return { ...placed, invite, toTag: 'page', about: { callId: placed.callId, answer: placed.answered() } };
}
