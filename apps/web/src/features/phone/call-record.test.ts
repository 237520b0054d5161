import type { Call } from '@farline/contracts/calls';
import { answerRequests } from '../../lib/testing/browser-stand-ins.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestError } from '../../lib/api/http.ts';
import { publishLiveEvent, publishLiveGap } from '../../lib/live/live-events.ts';
import { findCallOfLastPage, watchRecords } from './call-record.ts';
import { dismissElsewhere, resetPhone, tellPhone, usePhone } from './phone-store.ts';

const call = {
  id: 'a-call',
  status: 'in_progress',
  endedAt: null,
  placedBy: 'user',
  transfer: null,
} as unknown as Call;
const changed = (changedCall: Call): void => publishLiveEvent({ type: 'call.changed', call: changedCall });

let stop: () => void = () => undefined;
beforeEach(() => {
  resetPhone();
  noteCall(null);
  stop = watchRecords();
  vi.stubGlobal('navigator', { onLine: true, language: 'en', languages: ['en'] });
});
afterEach(() => stop());

test('a call of another tab that was put away stays away, and another one is shown', async () => {
  changed(call);
  expect(usePhone.getState().elsewhere).toBe(call);
  dismissElsewhere();

  changed(call);
  expect(usePhone.getState().elsewhere).toBeNull();
  await lookAgain();
  expect(usePhone.getState().elsewhere).toBeNull();

  const another = { ...call, id: 'another-call' };
  changed(another);
  expect(usePhone.getState().elsewhere).toBe(another);
});

/** As the page before noted it, or a page that opened this one. */
function noteCall(id: string | null = call.id): void {
  let noted = id;
  vi.stubGlobal('sessionStorage', { getItem: () => noted, removeItem: () => void (noted = null) });
}

/** The page was left in mid-call and loaded again; the server ends the call, and has not said so yet. */
async function reloadInCall(): Promise<void> {
  noteCall();
  const runs = { status: 200, body: { call } };
  answerRequests(runs, runs, runs);
  await findCallOfLastPage();
  expect(usePhone.getState().phone).toMatchObject({ state: 'ended', note: 'reloaded' });
}

/** What was missed of calls is asked for, and the server still has the call. */
async function lookAgain(): Promise<void> {
  const requests = answerRequests({ status: 200, body: { call } }, { status: 200, body: { call } });
  publishLiveGap();
  await expect.poll(() => requests.map(({ url }) => url)).toContainEqual(expect.stringMatching(/\/calls\/active$/));
  await new Promise((settled) => setImmediate(settled));
}

test.each<[string, () => Promise<void>, () => Promise<void>]>([
  ['before', async () => changed(call), reloadInCall],
  ['after', reloadInCall, lookAgain],
])(
  'a call of the page before, of which the server said %s it was found that it runs, runs nowhere else',
  async (_when, first, then) => {
    await first();
    await then();
    expect(usePhone.getState().elsewhere).toBeNull();
  },
);

test('a call that was taken for one of another tab runs there no more when it ends, also where this one shows it', () => {
  changed(call);
  tellPhone({ type: 'found-after-reload', call });
  changed({ ...call, endedAt: '2026-01-01T00:00:09Z' });
  tellPhone({ type: 'cleared' });
  expect(usePhone.getState().elsewhere).toBeNull();
});

/** What is asked about the noted call from now on, each time answered so; nothing else is known. */
function asksOfCall(status: number): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    const [, path] = /\/api\/v1(\/calls\/a-call.*)$/.exec(url) ?? [];
    if (path !== undefined) asked.push(`${method} ${path}`);
    if (url.endsWith('/calls/active')) return Response.json({ call: null });
    return Response.json({ call }, { status: path === undefined ? 404 : status });
  });
  return asked;
}

/** The server cannot be reached. */
function unreached(): void {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
}

test.each<[string, () => void]>([
  ['no answer', unreached],
  ['a fault of the server', () => void asksOfCall(502)],
])('a noted call that was asked for with %s is ended once it can be asked for', async (_what, happens) => {
  noteCall();
  happens();
  await expect(findCallOfLastPage()).rejects.toBeInstanceOf(RequestError);
  const asked = asksOfCall(200);
  publishLiveGap();
  await expect.poll(() => usePhone.getState().phone).toMatchObject({ state: 'ended', note: 'reloaded' });
  expect(asked.slice(0, 3)).toEqual(['GET /calls/a-call', 'POST /calls/a-call/end', 'GET /calls/a-call']);
});

test('a noted call of which this person knows nothing is asked for once', async () => {
  noteCall();
  const asked = asksOfCall(404);
  await expect(findCallOfLastPage()).rejects.toBeInstanceOf(RequestError);
  await findCallOfLastPage();
  expect(asked).toEqual(['GET /calls/a-call']);
});

test('a noted call is not looked for twice at the same time', async () => {
  noteCall();
  const asked = asksOfCall(200);
  await Promise.all([findCallOfLastPage(), findCallOfLastPage()]);
  expect(asked).toHaveLength(3);
});

test('a noted call that was given away since is not ended, and not shown', async () => {
  noteCall();
  const given = { ...call, transfer: { role: 'given', isJoined: true } } as unknown as Call;
  const requests = answerRequests({ status: 200, body: { call: given } });
  await findCallOfLastPage();
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    expect.stringMatching(/^GET .*\/calls\/a-call$/),
  ]);
  expect(usePhone.getState().phone.state).toBe('idle');
});
