import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stack } from './stack.ts';

const OPERATOR = fileURLToPath(new URL('../../../server/src/operator.ts', import.meta.url));
const COLUMNS = 'number,carrier,monthly_price,setup_price,incoming_per_minute,voice,sms,documents';

/** The numbers of these lines are offered, as an operator offers them. */
export async function offerNumbers(lines: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'farline-numbers-'));
  const path = join(folder, 'numbers.csv');
  await writeFile(path, [COLUMNS, ...lines, ''].join('\n'));
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: stack.databaseUrl };
  await promisify(execFile)(process.execPath, [OPERATOR, 'numbers', 'load', path], { env });
  await rm(folder, { recursive: true });
}
