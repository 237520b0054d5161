#!/usr/bin/env node
// What `npm start` installs and builds, without starting anything: for an update of a service that may write nothing itself.
import { ensureDebianPackages } from './setup/debian-packages.mjs';
import { handOver } from './setup/hand-over.mjs';
import { ensureNodePackages } from './setup/node-packages.mjs';
import { ensureNode } from './setup/node-version.mjs';
import { runCommand } from './setup/plain-error.mjs';
import { ensureSystemUser } from './setup/system-user.mjs';

await runCommand(async () => {
  ensureNode();
  ensureDebianPackages(['run']);
  ensureSystemUser();
  ensureNodePackages();
  return await handOver('build.ts');
});
