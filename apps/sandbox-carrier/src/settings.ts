import { join } from 'node:path';
import { readEnvironment, portRange, type PortRange } from '@farline/program';
import { z } from 'zod';

/** One trunk that the carrier offers. */
export interface TrunkSettings {
  name: string;
  host: string;
  port: number;
}

/** All that can be set from outside. */
export interface Settings {
  trunks: TrunkSettings[];
  record: { host: string; port: number };
  /** Where the message centre takes binds, and whose. */
  messages: { host: string; port: number; systemId: string; password: string };
  /** Where the calls go that it places itself. */
  callsTo: { host: string; port: number };
  rtpPorts: PortRange;
  ringMs: number;
  accept: 'loopback' | 'any';
  speechFolder: string;
  recordingsFolder: string;
}

const port = z.coerce.number().int().min(0).max(65535);

const address = z.string().transform((text, context) => {
  const found = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(text);
  const host = found?.[1] ?? found?.[2];
  const number = port.safeParse(found?.[3]);
  if (host && number.success) return { host, port: number.data };
  context.addIssue(`"${text}" must be address:port, such as 127.0.0.1:5090.`);
  return z.NEVER;
});

const trunks = z.string().transform((text, context): TrunkSettings[] =>
  text.split(',').flatMap((part) => {
    const [name = '', where = ''] = part.trim().split('=');
    const parsed = address.safeParse(where);
    if (/^[a-z0-9-]+$/.test(name) && parsed.success) return [{ name, ...parsed.data }];
    context.addIssue(`"${part}" must be name=address:port, such as sandbox-a=127.0.0.1:5090.`);
    return [];
  }),
);

/** `smpp://login:password@127.0.0.1:4012`; SMPP 3.4 §4.1.1 bounds what is said of the login. */
const messageCentre = z.string().transform((text, context) => {
  const found = /^smpp:\/\/([\w-]{1,15}):([\w-]{1,8})@(.+)$/.exec(text);
  const where = address.safeParse(found?.[3]);
  if (found?.[1] && found[2] && where.success) return { ...where.data, systemId: found[1], password: found[2] };
  context.addIssue('must be smpp://login:password@address:port, a password of at most 8 letters and digits.');
  return z.NEVER;
});

const environment = z.object({
  FARLINE_SANDBOX_TRUNKS: trunks.prefault('sandbox-a=127.0.0.1:5090,sandbox-b=127.0.0.1:5091'),
  FARLINE_CARRIER_RECORD: address.prefault('127.0.0.1:4007'),
  FARLINE_SANDBOX_MESSAGES: messageCentre.prefault('smpp://farline:sandbox@127.0.0.1:4012'),
  FARLINE_CARRIER_CALLS_TO: address.prefault('127.0.0.1:5080'),
  FARLINE_CARRIER_RTP_PORTS: portRange.prefault('31000-31999'),
  FARLINE_CARRIER_RING_MS: z.coerce.number().int().min(0).max(60_000).default(2000),
  FARLINE_CARRIER_ACCEPT: z.enum(['loopback', 'any']).default('loopback'),
  FARLINE_DATA_DIR: z.string().min(1).default('data'),
});

/** The settings in the environment. Throws with a sentence for each that cannot be. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const e = readEnvironment(environment, env);
  return {
    trunks: e.FARLINE_SANDBOX_TRUNKS,
    record: e.FARLINE_CARRIER_RECORD,
    messages: e.FARLINE_SANDBOX_MESSAGES,
    callsTo: e.FARLINE_CARRIER_CALLS_TO,
    rtpPorts: e.FARLINE_CARRIER_RTP_PORTS,
    ringMs: e.FARLINE_CARRIER_RING_MS,
    accept: e.FARLINE_CARRIER_ACCEPT,
    speechFolder: join(e.FARLINE_DATA_DIR, 'speech'),
    recordingsFolder: join(e.FARLINE_DATA_DIR, 'recordings'),
  };
}
