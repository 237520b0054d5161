import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PlainError } from './plain-error.ts';

const LIST = new URL('../debian-packages.json', import.meta.url);
type RequiredPackage = { name: string; atLeast?: string };

/** The first of which it is not known that it authenticates first. */
const NOT_KNOWN_TO_AUTHENTICATE_FIRST = '11';

/** A PlainError when the rtpengine that would run lets strangers inject media (CVE-2025-53399). */
export function checkRtpengine(): void {
  const version = rtpengineVersion();
  const list = JSON.parse(readFileSync(LIST, 'utf8')) as { run: RequiredPackage[] };
  const least = list.run.find((required) => required.name === 'rtpengine-daemon')?.atLeast;
  if (least === undefined || isAtLeast(version, least)) return;
  throw new PlainError(
    `rtpengine ${version} is too old: strangers can inject sound into its calls (CVE-2025-53399). Farline needs ${least} or newer.`,
  );
}

/**
 * Whether the rtpengine that runs decrypts what comes in before it learns from it where that came from: 10.5 of Debian 12 does, 12.5 of
 * Debian 13 does not.
 */
export function authenticatesFirst(): boolean {
  return !isAtLeast(rtpengineVersion(), NOT_KNOWN_TO_AUTHENTICATE_FIRST);
}

function rtpengineVersion(): string {
  const { stdout, stderr } = spawnSync('rtpengine', ['--version'], { encoding: 'utf8' });
  const words = `${stdout ?? ''}${stderr ?? ''}`;
  const version = /Version:\s*(\S+)/.exec(words)?.[1];
  if (version === undefined) throw new PlainError(`rtpengine does not tell its version: ${words.trim()}`);
  return version;
}

function isAtLeast(version: string, least: string): boolean {
  try {
    execFileSync('dpkg', ['--compare-versions', version, 'ge', least]);
    return true;
  } catch {
    return false;
  }
}
