import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OperatorConfig } from '../platform/settings/operator.ts';
import { OperatorError } from './operator-error.ts';

/** Where `npm start` keeps its data unless told otherwise. */
export const DEFAULT_FOLDER = fileURLToPath(new URL('../../../../data', import.meta.url));

/** DATABASE_URL, or the address that `npm start` left in the data folder. */
export async function findDatabaseUrl(config: OperatorConfig): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const path = join(config.dataFolder ?? DEFAULT_FOLDER, 'database-url');
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const why = code === 'ENOENT' ? 'it is not there' : code === 'EACCES' ? 'you may not read it' : code;
    throw new OperatorError(
      `The database's address is kept in ${path}, but ${why}. Set FARLINE_DATA_DIR to Farline's data folder, which is /var/lib/farline under systemd; or set DATABASE_URL. Start Farline once with npm start if it never ran.`,
    );
  }
}
