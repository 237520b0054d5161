import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeAbandoned } from './test-cluster.ts';

test('the cluster of a run that was killed is removed, that of one that goes on or begins is left alone', async () => {
  const place = mkdtempSync(join(tmpdir(), 'farline-clusters-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const cluster = (name: string, pid: number | null) => {
    const folder = join(place, `farline-database-${name}`);
    mkdirSync(join(folder, 'postgres/cluster'), { recursive: true });
    if (pid !== null) writeFileSync(join(folder, 'postgres/cluster/postmaster.pid'), `${pid}\n${folder}\n`);
    return folder;
  };
  cluster('killed', spawnSync('true').pid);
  cluster('runs', process.pid);
  cluster('begins', null);
  utimesSync(cluster('forgotten', null), 0, 0);
  mkdirSync(join(place, 'of-somebody-else'));

  await removeAbandoned(place);

  expect(readdirSync(place).toSorted()).toEqual([
    'farline-database-begins',
    'farline-database-runs',
    'of-somebody-else',
  ]);
});

test('a machine without such a folder has none to remove', async () => {
  await removeAbandoned(join(tmpdir(), 'farline-there-is-no-such-folder'));
});
