import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createNgClient, MediaControlError } from '@farline/engine';
import { askKamailio } from './testbed/ask-kamailio.ts';
import { type EngineBed, startEngineBed } from './testbed/engine-bed.ts';
import { allow } from './testbed/scripted-server.ts';
import type { Script } from './testbed/scripted-trunk.ts';

const answers: Script = (leg) => leg.reply(200);
const login = { user: 'farline-01', password: 'secret' };
/** The engine's second line of defence, far behind: what it ends has not been cut. */
const SPARE_SECONDS = 60;

let bed: EngineBed;
beforeAll(async () => {
  bed = await startEngineBed({ kamailio: { spareSeconds: SPARE_SECONDS } });
});
afterAll(async () => {
  await bed?.close();
});

type Processes = { PID: number; DSC: string }[];

/** The process of Kamailio of this timer. */
async function processOf(timer: 'orders' | 'media'): Promise<number> {
  const processes = (await askKamailio(bed.stack.ports.kamailioRpc, 'core.psx')) as Processes;
  const found = processes.filter(({ DSC }) => DSC.includes(`timer=${timer}`));
  if (found.length !== 1) throw new Error(`expected one process of the timer ${timer}: ${JSON.stringify(processes)}`);
  return found[0]?.PID ?? 0;
}

/** A running call whose carrier asked who we are: our CSeq towards it is ahead of the caller's. */
async function challenged() {
  const { call, leg } = await bed.place({
    trunkA: answers,
    decide: ({ dialled }) => {
      const number = dialled.replace('+', '');
      bed.trunkA.guard(number, login);
      return allow([['login', `sip:${number}@127.0.0.1:${bed.trunkA.port}`]], { grantedSeconds: 600 });
    },
  });
  expect((await leg.final()).status).toBe(200);
  return await bed.server.report(call, 'call.answered');
}

test('calls whose carriers asked who we are, and whose end came while nobody looked, are all cut at the next look', async () => {
  bed.server.link.tellLogin({ trunk: 'login', realm: '', ...login });
  const calls = [await challenged(), await challenged(), await challenged(), await challenged()];
  const end = new Date(Date.now() + 2_000);
  for (const call of calls) expect(await bed.server.link.extendCall(call, end)).toBe('done');

  const pid = await processOf('orders');
  process.kill(pid, 'SIGSTOP');
  try {
    // Their second is left behind then.
    await vi.waitUntil(() => Date.now() > end.getTime() + 3_000, { timeout: 20_000 });
  } finally {
    process.kill(pid, 'SIGCONT');
  }

  for (const { call } of calls) {
    const ended = await bed.server.report(call, 'call.ended', (SPARE_SECONDS / 2) * 1000);
    expect(ended.by).toBe('limit');
  }
});

test('an end waits for nobody: it is told, and its BYE arrives, while what deletes the sound is held up', async () => {
  const ng = createNgClient({ host: '127.0.0.1', port: bed.stack.ports.rtpengine });
  onTestFinished(() => ng.close());
  const { call, leg, number } = await bed.place({ trunkA: answers });
  expect((await leg.final()).status).toBe(200);
  await bed.server.report(call, 'call.answered');
  const hasSound = async () => {
    try {
      await ng.command('query', { 'call-id': leg.sipCallId });
      return true;
    } catch (error) {
      if (error instanceof MediaControlError && error.reason.includes('nknown call')) return false;
      throw error;
    }
  };
  expect(await hasSound()).toBe(true);

  const pid = await processOf('media');
  process.kill(pid, 'SIGSTOP');
  try {
    expect((await leg.request('BYE')).status).toBe(200);
    await bed.trunkA.received.next('the BYE', ({ method, text }) => method === 'BYE' && text.includes(number));
    await bed.server.report(call, 'call.ended');
    expect(await hasSound()).toBe(true);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await expect.poll(hasSound).toBe(false);
});
