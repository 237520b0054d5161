#!/usr/bin/env node
// Runs on any Node from 20 on and without npm packages: a fresh clone has neither Node 24 nor node_modules.
import { runPrepared } from './setup/run-prepared.mjs';

await runPrepared('start.ts');
