import { runProgram } from '@farline/program';
import { startCarrier } from './carrier.ts';
import { readSettings } from './settings.ts';

await runProgram('sandbox carrier', async (log) => await startCarrier(readSettings(process.env), log));
