import { startCarrier } from './carrier.ts';
import { readSettings } from './settings.ts';

const log = (sentence: string) => console.error(`${new Date().toISOString()} ${sentence}`);

try {
  const carrier = await startCarrier(readSettings(process.env), log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void carrier.close().then(() => process.exit(0)));
  }
  console.log('sandbox carrier ready');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
