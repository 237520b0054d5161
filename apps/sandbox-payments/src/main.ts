import { startProvider } from './provider.ts';
import { readSettings } from './settings.ts';

const log = (sentence: string) => console.error(`${new Date().toISOString()} ${sentence}`);

try {
  const provider = await startProvider(readSettings(process.env), log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void provider.close().then(() => process.exit(0)));
  }
  console.log('sandbox payments ready');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
