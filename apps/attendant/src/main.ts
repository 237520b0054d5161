import { runProgram } from '@farline/program';
import { startAttendant } from './attendant.ts';
import { readSettings } from './settings.ts';

await runProgram('attendant', async (log) => await startAttendant(readSettings(process.env), log));
