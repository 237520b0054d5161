import { ensureDebianPackages } from './debian-packages.mjs';
import { handOver } from './hand-over.mjs';
import { ensureNodePackages } from './node-packages.mjs';
import { ensureNode } from './node-version.mjs';
import { runCommand } from './plain-error.mjs';
import { ensureSystemUser } from './system-user.mjs';

/** Installs what the product runs on, as far as it is not there, and hands over to one of the programs of `tools/src`. */
export async function runPrepared(program) {
  await runCommand(async () => {
    ensureNode();
    ensureDebianPackages(['run']);
    ensureSystemUser();
    ensureNodePackages();
    return await handOver(program);
  });
}
