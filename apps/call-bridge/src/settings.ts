import type { Address } from '@farline/sip-endpoint/signalling';
import { readEnvironment, port } from '@farline/program';
import { z } from 'zod';

export interface Settings {
  /** Where its SIP (UDP) and its orders (HTTP) come in: one port number for both. */
  port: number;
  /** Where the engine takes its SIP. */
  engine: Address;
  /** What the server shows with each order. */
  secret: string;
}

/** Signalling and orders never leave this machine. */
export const HOST = '127.0.0.1';

const environment = z.object({
  FARLINE_CALL_BRIDGE_PORT: port.default(4011),
  FARLINE_BRIDGE_SIDE_PORT: port.default(4010),
  FARLINE_CALL_BRIDGE_SECRET: z.string().min(32, 'must have at least 32 characters'),
});

/** The settings in the environment. Throws with a sentence for each that cannot be. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const e = readEnvironment(environment, env);
  return {
    port: e.FARLINE_CALL_BRIDGE_PORT,
    engine: { host: HOST, port: e.FARLINE_BRIDGE_SIDE_PORT },
    secret: e.FARLINE_CALL_BRIDGE_SECRET,
  };
}
