import type { Server } from 'node:http';
import { type Address, createSipEndpoint, type IncomingCall, type SipEndpoint } from '@farline/sip-endpoint';
import { createSpeech } from '@farline/speech';
import { systemTiming } from '@farline/smpp';
import { CallLog } from './call-log.ts';
import { behaviourOf } from './magic-numbers.ts';
import { MessageCentre } from './message-centre/message-centre.ts';
import { loadPhrases } from './phrases.ts';
import { PlacedCalls } from './placed-calls.ts';
import { serveRecord } from './record-server.ts';
import type { Settings, TrunkSettings } from './settings.ts';
import { takeCall } from './take-call.ts';

/** A running carrier: where its trunks, its message centre and its record listen. */
export interface Carrier {
  trunks: { name: string; address: Address }[];
  messages: Address;
  recordUrl: string;
  /** Hangs up every call and stops listening. */
  close(): Promise<void>;
}

const NUMBER = /^\+?[0-9]{3,20}$/;
const withPlus = (number: string) => (number.startsWith('+') ? number : `+${number}`);

/** Starts the stand-in telephone network. Throws with a sentence where a port is in use or nothing can be spoken. */
export async function startCarrier(settings: Settings, log: (sentence: string) => void): Promise<Carrier> {
  const { speechFolder: cacheFolder, recordingsFolder } = settings;
  const phrases = await loadPhrases(createSpeech({ cacheFolder, recordingsFolder }));
  const calls = new CallLog();
  const endpoints: SipEndpoint[] = [];
  const trunks = new Map<string, SipEndpoint>();
  const placed = new PlacedCalls({ trunks, callsTo: settings.callsTo, log });
  const centre = new MessageCentre({
    where: settings.messages,
    login: settings.messages,
    timing: systemTiming,
    now: () => new Date(),
    log,
    accepts: (host) => settings.accept === 'any' || isLoopback(host),
  });
  let record: { server: Server; port: number } | null = null;
  let messagesPort = settings.messages.port;
  const close = async () => {
    record?.server.closeAllConnections();
    record?.server.close();
    centre.close();
    await Promise.all(endpoints.map((endpoint) => endpoint.close()));
  };

  const take = (trunk: TrunkSettings, trunkPosition: number) => (call: IncomingCall) => {
    const behaviour = behaviourOf({ dialled: call.dialled, trunkPosition });
    const { noteAnswer } = calls.follow(call, { trunk: trunk.name, behaviour: behaviour.kind });
    const callBack = () => {
      if (NUMBER.test(call.from)) placed.place({ to: call.from, from: withPlus(call.dialled), trunk: trunk.name });
    };
    return takeCall({ phrases, ringMs: settings.ringMs, noteAnswer, callBack }, call, behaviour);
  };

  try {
    for (const [position, trunk] of settings.trunks.entries()) {
      const opening = openTrunk({ trunk, settings, log, onInvite: take(trunk, position) });
      const endpoint = await told(opening, `trunk ${trunk.name}`, trunk);
      endpoints.push(endpoint);
      trunks.set(trunk.name, endpoint);
    }
    messagesPort = await told(centre.listen(), 'message centre', settings.messages);
    record = await told(
      serveRecord({ calls, placed, centre, log }, settings.record),
      'record of calls',
      settings.record,
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    trunks: endpoints.map(({ address }, i) => ({ name: settings.trunks[i]?.name ?? '', address })),
    messages: { host: settings.messages.host, port: messagesPort },
    recordUrl: `http://${settings.record.host}:${record.port}`,
    close,
  };
}

function openTrunk(parts: {
  trunk: TrunkSettings;
  settings: Settings;
  log: (sentence: string) => void;
  onInvite: (call: IncomingCall) => Promise<void>;
}): Promise<SipEndpoint> {
  const { trunk, settings, log, onInvite } = parts;
  return createSipEndpoint({
    host: trunk.host,
    port: trunk.port,
    rtpPorts: settings.rtpPorts,
    name: 'Farline sandbox carrier',
    accepts: (source) => settings.accept === 'any' || isLoopback(source.host),
    onInvite,
    log: (sentence) => log(`${trunk.name}: ${sentence}`),
  });
}

/** Whether an address is of this machine alone (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
const isLoopback = (host: string) => host.startsWith('127.') || host === '::1' || host.startsWith('::ffff:127.');

async function told<Opened>(opening: Promise<Opened>, what: string, where: Address): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const why = isTaken ? 'another program uses that port' : String(error instanceof Error ? error.message : error);
    throw new Error(`The ${what} cannot listen on ${where.host}:${where.port}: ${why}.`, { cause: error });
  }
}
