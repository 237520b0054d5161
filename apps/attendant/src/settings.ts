import { join } from 'node:path';
import { CODE_CALLS_FOLDER } from '@farline/contracts/voice/code-call';
import { VOICEMAIL_FOLDER } from '@farline/contracts/voicemail/attendant';
import { type BucketSettings, bucketIsWhole, bucketOf, bucketVariables } from '@farline/object-storage';
import { readEnvironment, port, portRange, type PortRange } from '@farline/program';
import { z } from 'zod';

/** All that can be set from outside. */
export interface Settings {
  /** Where its SIP comes in (UDP). */
  port: number;
  /** Where the engine takes calls as from a trunk (UDP). */
  enginePort: number;
  rtpPorts: PortRange;
  speechFolder: string;
  recordingsFolder: string;
  voicemailFolder: string;
  /** Where the server leaves orders for calls that say a code. */
  codeCallsFolder: string;
  /** With less room than this on the disk nothing is recorded. */
  keepFreeBytes: number;
  /** So long without a sound ends a message. */
  silenceMs: number;
  /** Where the server moves sound to; null: it stays in the folder of the voicemails. */
  bucket: BucketSettings | null;
}

/** Nobody but the engine on this machine speaks with it. */
export const HOST = '127.0.0.1';

const MEBIBYTE = 1024 * 1024;
const environment = z.object({
  FARLINE_ATTENDANT_PORT: port.default(4014),
  FARLINE_CARRIER_PORT: port.default(5080),
  FARLINE_ATTENDANT_RTP_PORTS: portRange.prefault('31000-31999'),
  FARLINE_DATA_DIR: z.string().min(1).default('data'),
  FARLINE_VOICEMAIL_SILENCE_MS: z.coerce.number().int().min(1000).max(60_000).default(6000),
  FARLINE_KEEP_FREE_MB: z.coerce.number().int().min(0).default(256),
  ...bucketVariables,
});

/** The settings in the environment. Throws with a sentence for each that cannot be. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const e = readEnvironment(environment.superRefine(bucketIsWhole), env);
  return {
    port: e.FARLINE_ATTENDANT_PORT,
    enginePort: e.FARLINE_CARRIER_PORT,
    rtpPorts: e.FARLINE_ATTENDANT_RTP_PORTS,
    speechFolder: join(e.FARLINE_DATA_DIR, 'speech'),
    recordingsFolder: join(e.FARLINE_DATA_DIR, 'recordings'),
    voicemailFolder: join(e.FARLINE_DATA_DIR, VOICEMAIL_FOLDER),
    codeCallsFolder: join(e.FARLINE_DATA_DIR, VOICEMAIL_FOLDER, CODE_CALLS_FOLDER),
    keepFreeBytes: e.FARLINE_KEEP_FREE_MB * MEBIBYTE,
    silenceMs: e.FARLINE_VOICEMAIL_SILENCE_MS,
    bucket: bucketOf(e),
  };
}
