import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { PROJECT } from './project.ts';
import { isRoot } from './users.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('without root and without packages the exact command is printed, the exit code is 1, and nothing was changed', () => {
  const clone = aClone({ installed: {} });

  const { status, stderr } = start(clone);

  expect(status).toBe(1);
  expect(stderr).toContain('kamailio is not installed (carries the calls).');
  expect(stderr).toContain(
    "sudo sh -c 'apt-get update && apt-get install --yes --no-install-recommends kamailio kamailio-websocket-modules",
  );
  expect(stderr).toContain('Nothing was changed.');
  expect(existsSync(join(clone, 'apt-get-was-called'))).toBe(false);
  expect(readdirSync(clone).sort()).toEqual(['bin', 'tools']);
});

test('an rtpengine that is too old is named with what is needed, and where it is had', () => {
  const versions = { 'rtpengine-daemon': '10.5.3.4-1', postgresql: '15+248' };

  const { status, stderr } = start(aClone({ installed: versions }));

  expect(status).toBe(1);
  expect(stderr).toContain('rtpengine-daemon 10.5.3.4-1 is too old: Farline needs 10.5.3.5-1+deb12u1 or newer.');
  expect(stderr).toContain("Debian's security updates have it; apt's sources must name them.");
  expect(stderr).not.toContain('postgresql 15');
});

test.each(['18.20.4', '16.3.0'])(
  'Node %s is too old: one line says so, before anything is looked for or changed',
  (version) => {
    const { engines } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    const clone = aClone({ installed: {} });
    const versions = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

    const { status, stderr } = start(clone, { NODE_OPTIONS: `--import=data:text/javascript,${versions}` });

    expect(status).toBe(1);
    const least = engines.node.replace('>=', '');
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining(`needs Node.js ${least} or newer to start, and this is ${version}`),
    ]);
    expect(readdirSync(clone).sort()).toEqual(['bin', 'tools']);
  },
);

/** What the first command of a clone sees, on a machine with these packages. */
function aClone({ installed }: { installed: Record<string, string> }): string {
  const clone = mkdtempSync(join(tmpdir(), 'farline-clone-'));
  folders.push(clone);
  chmodSync(clone, 0o755);
  for (const path of ['start.mjs', 'debian-packages.json', 'setup']) {
    cpSync(join(PROJECT, 'tools', path), join(clone, 'tools', path), { recursive: true });
  }
  mkdirSync(join(clone, 'bin'));
  const cases = Object.entries(installed).map(([name, version]) => `${name}) echo "installed ${version}"; exit 0;;`);
  program(clone, 'dpkg-query', `for name; do :; done\ncase "$name" in ${cases.join(' ')} esac\nexit 1`);
  program(clone, 'apt-get', `[ "$1" = --version ] || touch ${clone}/apt-get-was-called`);
  return clone;
}

function program(clone: string, name: string, body: string): void {
  writeFileSync(join(clone, 'bin', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
}

function start(clone: string, more: Record<string, string> = {}): { status: number | null; stderr: string } {
  const node = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path)) ?? process.execPath;
  const nobody = isRoot() ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups', '--'] : [];
  const command = [...nobody, node, join(clone, 'tools/start.mjs')];
  const env = { PATH: `${join(clone, 'bin')}:/usr/bin:/bin`, ...more };
  return spawnSync(command[0] ?? '', command.slice(1), { cwd: clone, env, encoding: 'utf8' });
}
