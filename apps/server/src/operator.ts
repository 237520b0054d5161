import { userInfo } from 'node:os';
import { findDatabaseUrl } from './operator/find-database-url.ts';
import { OperatorError } from './operator/operator-error.ts';
import { operatorSecrets } from './operator/operator-secrets.ts';
import { readCommand } from './operator/read-command.ts';
import { runCommand } from './operator/run-command.ts';
import { systemClock } from './platform/clock.ts';
import { readOperatorConfig } from './platform/settings/operator.ts';
import { openDatabase } from './platform/database.ts';

/** `npm run operator -- <command>`: what whoever runs this installation does by hand, beside the running server. */
async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  const config = readOperatorConfig(process.env);
  const url = await findDatabaseUrl(config);
  const database = openDatabase({ url, poolSize: 2, name: 'operator' });
  try {
    const operator = config.sudoUser ?? userInfo().username;
    console.log(
      await runCommand({ database, clock: systemClock, operator, secrets: operatorSecrets(config) }, command),
    );
  } finally {
    await database.destroy();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
