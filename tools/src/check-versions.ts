import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PlainError } from './plain-error.ts';

const LIST = new URL('../debian-packages.json', import.meta.url);
type RequiredPackage = { name: string; atLeast?: string };

/** A PlainError when the rtpengine that would run lets strangers inject media (CVE-2025-53399). */
export function checkRtpengine(): void {
  const { stdout, stderr } = spawnSync('rtpengine', ['--version'], { encoding: 'utf8' });
  const words = `${stdout ?? ''}${stderr ?? ''}`;
  const version = /Version:\s*(\S+)/.exec(words)?.[1];
  if (version === undefined) throw new PlainError(`rtpengine does not tell its version: ${words.trim()}`);
  const list = JSON.parse(readFileSync(LIST, 'utf8')) as { run: RequiredPackage[] };
  const least = list.run.find((required) => required.name === 'rtpengine-daemon')?.atLeast;
  if (least === undefined || isAtLeast(version, least)) return;
  throw new PlainError(
    `rtpengine ${version} is too old: strangers can inject sound into its calls (CVE-2025-53399). Farline needs ${least} or newer.`,
  );
}

function isAtLeast(version: string, least: string): boolean {
  try {
    execFileSync('dpkg', ['--compare-versions', version, 'ge', least]);
    return true;
  } catch {
    return false;
  }
}
