import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PlainError } from './plain-error.mjs';

const NAME = 'farline';

/** Sees to it that the user `farline` is there, as which our programs run when root starts them. Without root, nothing. */
export function ensureSystemUser() {
  if (process.getuid() !== 0) return;
  const isThere = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .some((line) => line.startsWith(`${NAME}:`));
  if (isThere) return;
  const parameters = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell'];
  const { status, stderr } = spawnSync('useradd', [...parameters, '/usr/sbin/nologin', NAME], { encoding: 'utf8' });
  if (status !== 0)
    throw new PlainError(`The system user ${NAME} could not be made: ${stderr?.trim() || 'no useradd here'}.`);
}
