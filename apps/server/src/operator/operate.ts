import { userInfo } from 'node:os';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database.ts';
import { readOperatorConfig } from '../platform/settings/operator.ts';
import { findDatabaseUrl } from './find-database-url.ts';
import { operatorSecrets, type Terminal } from './operator-secrets.ts';
import { readCommand } from './read-command.ts';
import { runCommand } from './run-command.ts';

/** What a command is given: its words, the environment, and whom it asks and tells. */
export type Given = {
  words: string[];
  env: Record<string, string | undefined>;
  /** Called when a password is asked for, and for nothing else. */
  terminal: () => Terminal;
  say: (sentences: string) => void;
};

/** Does what an operator typed, and says what is now true. Throws an `OperatorError` when it cannot be done. */
export async function operate({ words, env, terminal, say }: Given): Promise<void> {
  const command = readCommand(words);
  const config = readOperatorConfig(env);
  const url = await findDatabaseUrl(config);
  const database = openDatabase({ url, poolSize: 2, name: 'operator' });
  try {
    const operator = config.sudoUser ?? userInfo().username;
    const secrets = operatorSecrets(config, terminal);
    // Said before the connections are closed: whoever hears nothing of a credit would give it again.
    say(await runCommand({ database, clock: systemClock, operator, secrets }, command));
  } finally {
    await database.destroy();
  }
}
