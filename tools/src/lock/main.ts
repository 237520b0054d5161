import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../project.ts';
import { type Lock, completeLock, missingOptionals } from './complete-lock.ts';

const path = join(PROJECT, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock;
const missing = missingOptionals(lock);
if (missing.length > 0) writeFileSync(path, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
process.stdout.write(`package-lock.json: ${missing.length} packages of other platforms added\n`);
