#!/usr/bin/env node
// Runs on any Node from 20 on and without npm packages: a fresh clone has neither Node 24 nor node_modules.
import { ensureDebianPackages } from './setup/debian-packages.mjs';
import { handOver } from './setup/hand-over.mjs';
import { ensureNodePackages } from './setup/node-packages.mjs';
import { ensureNode } from './setup/node-version.mjs';
import { runCommand } from './setup/plain-error.mjs';
import { ensureSystemUser } from './setup/system-user.mjs';

await runCommand(async () => {
  ensureNode();
  ensureDebianPackages(['run', 'test']);
  ensureSystemUser();
  ensureNodePackages();
  return await handOver('../../bench/src/main.ts');
});
