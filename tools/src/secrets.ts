import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = [
  'tokenSecret',
  'sipSecret',
  'maskKey',
  'nonceSecret',
  'callBridge',
  'sandboxMessages',
  'paymentsKey',
  'paymentsWebhook',
  'receiptKey',
  'databaseAdmin',
  'databaseServer',
  'databaseKamailio',
] as const;

/** What one installation knows and nobody else: 43 random characters each. */
export type Secrets = Record<(typeof NAMES)[number], string>;

/** The secrets of this data folder, made at the first start and kept in secrets.json (mode 600). */
export function readSecrets(dataFolder: string): Secrets {
  const path = join(dataFolder, 'secrets.json');
  const known: Partial<Secrets> = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>) : {};
  const missing = NAMES.filter((name) => known[name] === undefined);
  const made = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('base64url')]));
  const secrets = { ...known, ...made } as Secrets;
  if (missing.length > 0) {
    writeFileSync(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  return secrets;
}
