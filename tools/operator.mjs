#!/usr/bin/env node
// Runs on any Node from 20 on: `npm run operator` may be the first thing that is typed in a new terminal.
import { handOver } from './setup/hand-over.mjs';
import { ensureNodePackages } from './setup/node-packages.mjs';
import { ensureNode } from './setup/node-version.mjs';
import { runCommand } from './setup/plain-error.mjs';

await runCommand(async () => {
  ensureNode();
  ensureNodePackages();
  return await handOver('run-operator.ts');
});
