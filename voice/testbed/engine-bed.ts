import { randomUUID } from 'node:crypto';
import type { CallAsk } from '@farline/contracts/voice-engine';
import { noteCall } from '@farline/tools/call-log';
import { defaultKamailioSettings } from '@farline/tools/kamailio-settings';
import { ownTestStack } from '@farline/tools/own-stack';
import type { Stack, StackOptions } from '@farline/tools/stack';
import { withClient } from '@farline/tools/with-client';
import { expect } from 'vitest';
import { type CallDecision, type KamailioRpc, createKamailioRpc } from '@farline/engine';
import { type ScriptedServer, allow, connectServer } from './scripted-server.ts';
import { type Script, type ScriptedTrunk, startScriptedTrunk } from './scripted-trunk.ts';
import {
  type CallerLeg,
  type CallerOptions,
  type InviteOptions,
  type WebSocketCaller,
  connectCaller,
} from './websocket-caller.ts';

/** A real engine (Kamailio, rtpengine, PostgreSQL) with a scripted server on one side and two scripted trunks on the other. */
export type EngineBed = {
  readonly stack: Stack;
  /** May be replaced by a test that closed it. */
  server: ScriptedServer;
  readonly rpc: KamailioRpc;
  readonly trunkA: ScriptedTrunk;
  readonly trunkB: ScriptedTrunk;
  caller(options?: Partial<CallerOptions>): Promise<WebSocketCaller>;
  /** Places a call to a number of its own: what the trunks do, and what the server says, are scripted before it. */
  place(options?: PlaceOptions): Promise<PlacedCall>;
  close(): Promise<void>;
};

export type PlaceOptions = {
  /** The id of the call; its own without. */
  call?: string;
  trunkA?: Script;
  trunkB?: Script;
  decision?: Parameters<typeof allow>[1];
  decide?: (ask: CallAsk, usual: CallDecision) => CallDecision | Promise<CallDecision>;
  caller?: WebSocketCaller;
  invite?: Partial<InviteOptions>;
};
export type PlacedCall = { call: string; number: string; leg: CallerLeg; caller: WebSocketCaller };

let numbers = 0;

/** A number that no other call of these tests has, without its plus: by chance two would have the same, and hear each other's script. */
export function ownNumber(): string {
  numbers += 1;
  return `44770091${String(numbers).padStart(5, '0')}`;
}

const { askTimeoutMs, flood } = defaultKamailioSettings;
/** But that all callers of tests share this machine's address. */
const asItComes = { askTimeoutMs, flood: { ...flood, exceptions: ['127.0.0.1', '::1'] } };

/** Starts it all. Without `server` nothing is connected to EVAPI. */
export async function startEngineBed(options: Partial<StackOptions> = {}): Promise<EngineBed> {
  const stack = await ownTestStack({
    without: ['server', 'carrier', 'pages'],
    ...options,
    kamailio: { ...asItComes, ...options.kamailio },
  });
  const server = await connectServer(stack.ports.evapi, 'scripted').catch(async (error: unknown) => {
    process.stderr.write(`${stack.kamailio.log.lines().join('\n')}\n`);
    await stack.stop();
    throw error;
  });
  const [trunkA, trunkB] = await Promise.all([
    startScriptedTrunk(stack.ports.carrierSide),
    startScriptedTrunk(stack.ports.carrierSide),
  ]);
  const callers: WebSocketCaller[] = [];

  const bed: EngineBed = {
    stack,
    server,
    rpc: createKamailioRpc({ url: `http://127.0.0.1:${stack.ports.kamailioRpc}/rpc` }),
    trunkA,
    trunkB,
    async caller(given = {}) {
      const caller = await connectCaller({
        websocketUrl: stack.websocketUrl,
        origin: new URL(stack.url).origin,
        sipSecret: stack.sip.secret,
        ...given,
      });
      callers.push(caller);
      return caller;
    },
    async place({
      call = randomUUID(),
      trunkA: scriptA,
      trunkB: scriptB,
      decision = {},
      decide,
      caller: given,
      invite,
    } = {}) {
      const number = ownNumber();
      const uri = (trunk: ScriptedTrunk) => `sip:${number}@127.0.0.1:${trunk.port}`;
      if (scriptA !== undefined) trunkA.script(number, scriptA);
      if (scriptB !== undefined) trunkB.script(number, scriptB);
      const usual = allow(
        [['trunk-a', uri(trunkA)] as const, ...(scriptB === undefined ? [] : [['trunk-b', uri(trunkB)] as const])],
        decision,
      );
      bed.server.decide(call, (ask) => decide?.(ask, usual) ?? usual);
      const caller = given ?? (await bed.caller());
      const leg = caller.invite({ number: `+${number}`, call, ...invite });
      noteCall(stack.logFolder, call, leg.sipCallId);
      return { call, number, leg, caller };
    },
    async close() {
      for (const caller of callers) caller.close();
      trunkA.close();
      trunkB.close();
      await bed.server.link.close();
      await stack.stop();
    },
  };
  return bed;
}

/** Waits until Kamailio has written down the caller's ACK: if it ends before, it cuts the call at its granted end when it is back. */
export async function acknowledged({ stack }: EngineBed, { leg }: PlacedCall): Promise<void> {
  await withClient(new URL('/farline', stack.postgres?.adminUrl).href, async (database) => {
    const find = 'select state from kamailio.dialog where callid = $1';
    const states = async () => (await database.query<{ state: number }>(find, [leg.sipCallId])).rows;
    await expect.poll(states).toEqual([{ state: ACKNOWLEDGED }]);
  });
}
// As the dialog module counts them.
const ACKNOWLEDGED = 4;

/** Starts the engine again, and waits until the new one has greeted the server. */
export async function hasGreetedAfter({ server }: EngineBed, startAgain: () => Promise<unknown>): Promise<void> {
  const before = server.epochs.all.length;
  await startAgain();
  await expect.poll(() => server.epochs.all.length, { timeout: 10_000 }).toBeGreaterThan(before);
}
