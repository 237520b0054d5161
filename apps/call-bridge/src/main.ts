import { runProgram } from '@farline/program';
import { startBridge } from './bridge.ts';
import { readSettings } from './settings.ts';

await runProgram('call bridge', async (log) => await startBridge(readSettings(process.env), log));
