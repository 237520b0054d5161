#!/usr/bin/env node
// What `npm start` installs and builds, without starting anything: for an update of a service that may write nothing itself.
import { runPrepared } from './setup/run-prepared.mjs';

await runPrepared('build.ts');
