import type { Device } from '@farline/contracts';

/** Browsers by what they say of themselves: the first that fits, since most of them also claim to be others. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bHeadlessChrome\/|\bChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string, Device['kind']][] = [
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\bAndroid\b(?=.*\bMobile\b)/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bCrOS\b/, 'ChromeOS', 'desktop'],
  [/\bWindows\b/, 'Windows', 'desktop'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'desktop'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'desktop'],
];
/** A product at the beginning (RFC 9110 §10.1.5): `curl/8.5.0`. */
const PROGRAM = /^([A-Za-z][\w.-]{0,39})\//;

/** What a User-Agent says of its device, without versions: they change each month, and the device stays the same. */
export function describeDevice(userAgent: string | null): Device {
  if (userAgent === null) return unknown;
  const browser = BROWSERS.find(([says]) => says.test(userAgent))?.[1] ?? null;
  const [, system = null, kind = 'unknown' as const] = SYSTEMS.find(([says]) => says.test(userAgent)) ?? [];
  if (browser === null && system === null) {
    const program = PROGRAM.exec(userAgent)?.[1];
    if (program === undefined || program === 'Mozilla') return unknown;
    return { name: program, browser: null, system: null, kind: 'program' };
  }
  const name = [browser, system].filter((part) => part !== null).join(' on ');
  return { name, browser, system, kind };
}

const unknown: Device = { name: 'Unknown device', browser: null, system: null, kind: 'unknown' };

const MOST_KEPT = 300;

/** As much of a User-Agent header as is kept; null for none. */
export function keptUserAgent(header: string | undefined): string | null {
  const text = header?.trim().slice(0, MOST_KEPT) ?? '';
  return text === '' ? null : text;
}
