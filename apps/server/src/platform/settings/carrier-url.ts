import { NATIONAL_LANGUAGES } from '@farline/sms';
import { z } from 'zod';

/** What is written of a login and a password, in octets; SMPP 3.4 §4.1.1 has 15 and 8, and some carriers take more. */
const LONGEST = 64;
const WRITABLE = new RegExp(`^[\\u0001-\\u00ff]{0,${LONGEST}}$`);

const port = (text: string) => (text === '' ? 2775 : Number(text));
/** Type of number and numbering plan (SMPP 3.4 §5.2.5, §5.2.6): `1.1`. */
const addressType = z
  .string()
  .regex(/^\d\.\d{1,2}$/, 'expected a type and a plan, such as 1.1')
  .transform((text) => {
    const [ton, npi] = text.split('.').map(Number);
    return { ton: ton ?? 0, npi: npi ?? 0 };
  });
const options = z.strictObject({
  system_type: z.string().max(12).default(''),
  version: z.enum(['3.4', '5.0']).default('3.4'),
  mode: z.enum(['transceiver', 'pair']).default('transceiver'),
  window: z.coerce.number().int().min(1).max(1_000).default(10),
  per_second: z.coerce.number().int().min(1).max(100_000).optional(),
  alphabet: z.enum(['gsm-7', 'latin-1']).default('gsm-7'),
  national: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(NATIONAL_LANGUAGES)))
    .default([]),
  message_ids: z.enum(['same', 'decimal', 'hexadecimal', 'receipts-decimal', 'receipts-hexadecimal']).default('same'),
  long_messages: z.enum(['header', 'sar', 'payload']).default('header'),
  international_type: addressType.optional(),
  short_type: addressType.optional(),
  alphanumeric_type: addressType.optional(),
});
const consistent = options.refine(
  ({ national, alphabet, long_messages: long }) =>
    national.length === 0 || (alphabet === 'gsm-7' && long !== 'payload'),
  'national tables go with alphabet=gsm-7, and with parts that we cut',
);

/** How we are bound to a carrier of messages. */
export type CarrierSettings = ReturnType<typeof settingsOf>;

/**
 * The settings of a carrier of messages in one URL: `smpp://login:password@host:2775?window=20&long_messages=sar`, with `smpps` for TLS. A
 * sentence where it cannot be read, which never has the password.
 */
export function readCarrierUrl(name: string, text: string): CarrierSettings | string {
  if (!URL.canParse(text)) return `${name}: expected smpp://login:password@host:port`;
  const url = new URL(text);
  if ((url.protocol !== 'smpp:' && url.protocol !== 'smpps:') || url.hostname === '' || url.username === '') {
    return `${name}: expected smpp://login:password@host:port, or smpps:// for TLS`;
  }
  const read = consistent.safeParse(Object.fromEntries(url.searchParams));
  if (!read.success) return `${name}: ${z.prettifyError(read.error)}`;
  const [systemId, password] = [decoded(url.username), decoded(url.password)];
  if (systemId === null || password === null) return `${name}: a % in a login or a password is written as %25`;
  if (!WRITABLE.test(systemId) || !WRITABLE.test(password)) {
    return `${name}: a login and a password have at most ${LONGEST} characters each, of Latin-1 alone`;
  }
  return settingsOf({ name, systemId, password }, url, read.data);
}

/** What stands for itself in a URL; null: it has a percent sign that stands for nothing. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function settingsOf(
  { name, systemId, password }: { name: string; systemId: string; password: string },
  url: URL,
  option: z.output<typeof options>,
) {
  return {
    name,
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: port(url.port),
    tls: url.protocol === 'smpps:' ? ('verify' as const) : ('none' as const),
    systemId,
    password,
    systemType: option.system_type,
    version: option.version,
    mode: option.mode,
    window: option.window,
    perSecond: option.per_second ?? null,
    alphabet: option.alphabet,
    nationalShift: option.national,
    messageIds: option.message_ids,
    longMessages: option.long_messages,
    addressTypes: {
      ...(option.international_type && { international: option.international_type }),
      ...(option.short_type && { short: option.short_type }),
      ...(option.alphanumeric_type && { alphanumeric: option.alphanumeric_type }),
    },
  };
}
