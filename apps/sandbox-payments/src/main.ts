import { runProgram } from '@farline/program';
import { startProvider } from './provider.ts';
import { readSettings } from './settings.ts';

await runProgram('sandbox payments', async (log) => await startProvider(readSettings(process.env), log));
