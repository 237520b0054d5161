import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../ports.ts';
import { addressesFor } from '../public-address.ts';
import { writeRtpengineConfiguration } from './rtpengine.ts';

test('rtpengine has a thread for each processor of the machine, and two at least', async () => {
  const runFolder = mkdtempSync(join(tmpdir(), 'farline-rtpengine-'));
  onTestFinished(() => rmSync(runFolder, { recursive: true }));
  const [ports, addresses] = [await freePorts(), await addressesFor('127.0.0.1')];

  const file = writeRtpengineConfiguration({ runFolder, ports, addresses });

  const threads = /^num-threads = (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  expect(Number(threads)).toBe(Math.max(2, availableParallelism()));
});
