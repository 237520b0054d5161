import { SPECIFIED } from '../../lib/specification-constants.ts';

/** What a dialled number stands for in the simulator. */
export type Service = 'card' | 'pinless' | 'international' | 'customer' | 'unknown';

/** The four dial shortcuts. Their numbers are from the range that is kept for fiction (NANP 555-0100 to 555-0199). */
export const SHORTCUTS = [
  { service: 'card', number: '+1 202 555 0101' },
  { service: 'pinless', number: '+1 202 555 0102' },
  { service: 'international', number: '+1 202 555 0103' },
  { service: 'customer', number: '+1 202 555 0104' },
] as const satisfies readonly { service: Service; number: string }[];

/** The line of a shortcut. */
export function lineOf(service: (typeof SHORTCUTS)[number]['service']): string {
  return SHORTCUTS.find((shortcut) => shortcut.service === service)?.number ?? '';
}

/** The two made-up accounts that the prompts speak of. */
export const SAMPLE_ACCOUNTS = {
  pin: { pin: '4821 7730 56', balance: SPECIFIED.ivr.pinBalance },
  callerId: { number: '+1 202 555 0147', balance: SPECIFIED.ivr.callerIdBalance },
} as const;

/** What the settings say before anybody changes them. The server's name belongs to nobody (RFC 2606). */
export const DEFAULT_SIP_SETTINGS = {
  user: 'demo',
  password: 'demo-password',
  server: 'sip.example.com',
  port: String(SPECIFIED.ivr.sipPort),
} as const;

export type Dial =
  | { is: 'empty' }
  /** Two to five digits: somewhere in the world that is the police or the fire brigade. */
  | { is: 'short' }
  | { is: 'number'; number: string; service: Service };

/** What a typed number means here. */
export function readDial(typed: string): Dial {
  const number = typed.trim();
  const digits = digitsOf(number);
  if (digits === '' && !/[*#]/.test(number)) return { is: 'empty' };
  if (!/[*#]/.test(number) && digits.length <= 5) return { is: 'short' };
  const shortcut = SHORTCUTS.find((line) => digitsOf(line.number) === digits);
  return { is: 'number', number: shortcut?.number ?? number, service: shortcut?.service ?? 'unknown' };
}

function digitsOf(number: string): string {
  return number.replace(/\D/g, '');
}
