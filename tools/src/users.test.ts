import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataFolder } from './data-folder.ts';
import { writeKamailioConfiguration } from './parts/kamailio.ts';
import { writeRtpengineConfiguration } from './parts/rtpengine.ts';
import { freePorts } from './ports.ts';
import { PROJECT } from './project.ts';
import { addressesFor } from './public-address.ts';
import { readSecrets } from './secrets.ts';
import { type SystemUser, giveEachTo, isRoot } from './users.ts';

// Only root gives an engine a user of its own.
test.runIf(isRoot())(
  'root’s umask, and a clone that is closed to others, keep no engine from reading its part',
  async () => {
    closeWhatIsMade();
    const place = aFolder();
    const project = aClosedClone(place);
    const dataFolder = join(place, 'a/new/folder');
    const runFolder = join(dataFolder, 'run');
    const [ports, addresses] = [await freePorts(), await addressesFor('127.0.0.1')];

    prepareDataFolder(dataFolder);
    mkdirSync(runFolder, { mode: 0o711 });
    chmodSync(runFolder, 0o711);
    writeRtpengineConfiguration({ runFolder, ports, addresses });
    writeKamailioConfiguration(
      {
        project,
        ports,
        addresses,
        databaseUrl: '',
        realm: 'farline.local',
        origins: [],
        settings: {},
        phones: { host: '127.0.0.1', tls: () => ({ certificate: 'a certificate', key: 'a key' }) },
        attendantPorts: [ports.attendant],
        secrets: readSecrets(dataFolder),
      },
      join(runFolder, 'kamailio'),
    );

    expect(read('rtpengine', join(runFolder, 'rtpengine'))).toContain('[rtpengine]');
    expect(read('kamailio', join(runFolder, 'kamailio'))).toContain('route[SANITY]');
    expect(() => read('rtpengine', join(runFolder, 'kamailio'))).toThrow('Permission denied');
  },
);

test.runIf(isRoot())('a file that is deleted while a folder is given away keeps none of the others back', () => {
  const place = aFolder();
  const kept = join(place, 'kept.draft');
  writeFileSync(kept, '');

  giveEachTo('rtpengine', [join(place, 'deleted.draft'), kept]);

  expect(statSync(kept).uid).not.toBe(0);
});

function closeWhatIsMade(): void {
  const before = process.umask(0o077);
  onTestFinished(() => void process.umask(before));
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'farline-umask-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  return folder;
}

/** Kamailio's part of a clone as it lies there under such an umask. */
function aClosedClone(place: string): string {
  const project = join(place, 'clone');
  const configuration = join(project, 'voice/kamailio');
  cpSync(join(PROJECT, 'voice/kamailio'), configuration, { recursive: true });
  spawnSync('chmod', ['-R', 'go=', configuration]);
  return project;
}

/** All files below a folder, as that user sees them. */
function read(user: SystemUser, folder: string): string {
  const privileges = [`--reuid=${user}`, `--regid=${user}`, '--init-groups', '--'];
  const command = ['find', folder, '-type', 'f', '-exec', 'cat', '{}', '+'];
  const { stdout, stderr } = spawnSync('setpriv', [...privileges, ...command], {
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C' },
    encoding: 'utf8',
  });
  if (stderr !== '') throw new Error(stderr);
  return stdout;
}
