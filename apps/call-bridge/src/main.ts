import { startBridge } from './bridge.ts';
import { readSettings } from './settings.ts';

const log = (sentence: string) => console.error(`${new Date().toISOString()} ${sentence}`);

try {
  const bridge = await startBridge(readSettings(process.env), log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void bridge.close().then(() => process.exit(0)));
  }
  console.log('call bridge ready');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
