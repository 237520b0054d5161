import { startAttendant } from './attendant.ts';
import { readSettings } from './settings.ts';

const log = (sentence: string) => console.error(`${new Date().toISOString()} ${sentence}`);

try {
  const attendant = await startAttendant(readSettings(process.env), log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void attendant.close().then(() => process.exit(0)));
  }
  console.log('attendant ready');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
