import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { OperatorConfig } from '../platform/settings/operator.ts';
import { DEFAULT_FOLDER } from './find-database-url.ts';
import { OperatorError } from './operator-error.ts';

/** What a command asks for only when it needs it. */
export type OperatorSecrets = {
  /** What the server seals with: FARLINE_TOKEN_SECRET, or what `npm start` keeps in the data folder. */
  sealing(): Promise<string>;
  /** One line that is typed and not shown, or comes through a pipe. */
  password(question: string): Promise<string>;
};

/** Where a secret is typed or comes through a pipe, and where it is asked for if somebody types. */
export type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; prompts: NodeJS.WritableStream };

const LONGEST_PASSWORD = 256;

/** The secrets by the settings, and from a terminal that is opened when one is asked for. */
export function operatorSecrets(config: OperatorConfig, terminal: () => Terminal): OperatorSecrets {
  return {
    sealing: async () =>
      config.tokenSecret ?? (await keptSecret(join(config.dataFolder ?? DEFAULT_FOLDER, 'secrets.json'))),
    password: async (question) => checked(await askHidden(terminal(), question)),
  };
}

async function keptSecret(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(
      `What passwords are sealed with is kept in ${path}, which cannot be read. Set FARLINE_DATA_DIR to Farline's data folder, which is /var/lib/farline under systemd; or set FARLINE_TOKEN_SECRET. Start Farline once with npm start if it never ran.`,
    );
  });
  const secrets: unknown = JSON.parse(text);
  if (typeof secrets === 'object' && secrets !== null && 'tokenSecret' in secrets) {
    if (typeof secrets.tokenSecret === 'string') return secrets.tokenSecret;
  }
  throw new OperatorError(`There is no tokenSecret in ${path}.`);
}

async function askHidden({ input, prompts }: Terminal, question: string): Promise<string> {
  const isTyped = input.isTTY === true;
  if (isTyped) prompts.write(question);
  // What is typed is written nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output, terminal: isTyped });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTyped) prompts.write('\n');
  }
}

function checked(password: string): string {
  if (password === '' || password.length > LONGEST_PASSWORD) {
    throw new OperatorError(`A password has 1 to ${LONGEST_PASSWORD} characters.`);
  }
  return password;
}
