import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Wherever these keys stand, their value is never written. */
const SECRET_KEYS = [
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'token',
  'refreshToken',
  'authorization',
  'cookie',
  'set-cookie',
  'pin',
  'secret',
];

/** The server's log, as JSON lines. Secrets are taken out by key, up to three levels deep. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const paths = SECRET_KEYS.flatMap((key) => ['', '*.', '*.*.'].map((depth) => `${depth}["${key}"]`));
  const options = { level, redact: { paths, censor: '[secret]' }, base: null };
  return destination === undefined ? pino(options) : pino(options, destination);
}
