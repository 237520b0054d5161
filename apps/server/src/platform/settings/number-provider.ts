import { type Micros, type OfferKind, offerKind, parseDecimal } from '@farline/contracts';
import { z } from 'zod';
import { isLoopback } from '../loopback.ts';
import { list } from './setting-values.ts';

/** A provider of numbers that is asked by HTTP. */
export type TelnyxSettings = {
  /** What comes before `/number_orders`, without a slash at its end. */
  url: string;
  apiKey: string;
  /** 32 octets in base64: what its webhooks are signed with. */
  publicKey: string;
  /** Where calls to its numbers go: the trunk as the provider knows it. */
  connectionId: string;
  /** Where texts to its numbers go; null: its numbers take none. */
  messagingProfileId: string | null;
};

/** What people pay for a provider's numbers. */
export type NumberPrices = {
  /** ISO 3166-1 alpha-2; elsewhere the provider is not asked. */
  countries: readonly string[];
  /** In hundredths of a percent of what a number costs us; null: only what has a price of its own is offered. */
  marginHundredths: bigint | null;
  /** By `US:fixed`: a month and the set-up, whatever the margin. */
  fixed: ReadonlyMap<string, { monthlyMicros: Micros; setupMicros: Micros }>;
  /** A minute of a call that comes in. What has no price here is not offered: the provider does not say what it costs. */
  minutes: ReadonlyMap<OfferKind, Micros>;
};

type NumberProviderSettings = { telnyx: TelnyxSettings; prices: NumberPrices };

const TELNYX = 'https://api.telnyx.com/v2';

const apiUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === null || !isSafe || `${url.username}${url.password}${url.search}${url.hash}` !== '') {
    context.addIssue('expected https://host/v2, without a login or a query; http:// on this machine alone');
    return z.NEVER;
  }
  return url.href.replace(/\/+$/, '');
});
const inOnePiece = z.string().regex(/^[\x21-\x7e]{1,4096}$/, 'must be in one piece');
/** What each item of a list says, by its name. */
const named = <Name extends string, Value>(expected: string, read: (item: string) => readonly [Name, Value] | null) =>
  list.pipe(
    z
      .array(
        z.string().transform((item, context) => {
          const pair = read(item);
          if (pair !== null) return pair;
          context.addIssue(`expected ${expected}, got "${item}"`);
          return z.NEVER;
        }),
      )
      .refine((all) => new Set(all.map(([name]) => name)).size === all.length, 'has something twice'),
  );

export const numberProviderVariables = {
  FARLINE_NUMBER_PROVIDER: z.enum(['telnyx']).optional(),
  FARLINE_NUMBER_COUNTRIES: list
    .pipe(z.array(z.string().regex(/^[A-Z]{2}$/, 'must be countries such as US,CA')).max(100))
    .default([]),
  FARLINE_NUMBER_MARGIN: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,2})?$/, 'must be a percentage such as 30 or 12.5')
    .optional(),
  FARLINE_NUMBER_PRICES: named('country:type=month or month+set-up, such as US:fixed=2.00+1.00', readPrice).default([]),
  FARLINE_NUMBER_MINUTES: named('type=price, such as toll_free=0.03', readMinute).default([]),
  TELNYX_API_KEY: inOnePiece.optional(),
  TELNYX_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 octets in base64')
    .optional(),
  TELNYX_CONNECTION_ID: inOnePiece.optional(),
  TELNYX_MESSAGING_PROFILE_ID: inOnePiece.optional(),
  TELNYX_API_URL: apiUrl.default(TELNYX),
};

type Given = z.output<z.ZodObject<typeof numberProviderVariables>>;

function readPrice(item: string): readonly [string, { monthlyMicros: Micros; setupMicros: Micros }] | null {
  const [, name = '', kind, month, setup = '0'] = /^([A-Z]{2}:(\w+))=([\d.]+)(?:\+([\d.]+))?$/.exec(item) ?? [];
  const [monthlyMicros, setupMicros] = [priceIn(month), priceIn(setup)];
  if (monthlyMicros === null || setupMicros === null || !offerKind.safeParse(kind).success) return null;
  return [name, { monthlyMicros, setupMicros }];
}

function readMinute(item: string): readonly [OfferKind, Micros] | null {
  const [, word, price] = /^(\w+)=([\d.]+)$/.exec(item) ?? [];
  const [kind, perMinuteMicros] = [offerKind.safeParse(word), priceIn(price)];
  return perMinuteMicros === null || !kind.success ? null : [kind.data, perMinuteMicros];
}

const priceIn = (text = ''): Micros | null => parseDecimal(text);

/** A provider that lacks something would take orders that cannot be filled: nothing starts with half of it. */
export function providerIsWhole(given: Given, context: z.RefinementCtx): void {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (given.FARLINE_NUMBER_PROVIDER === undefined) {
    if (given.FARLINE_NUMBER_COUNTRIES.length > 0) {
      wrong('FARLINE_NUMBER_COUNTRIES', 'is set, and FARLINE_NUMBER_PROVIDER is not');
    }
    return;
  }
  for (const name of ['TELNYX_API_KEY', 'TELNYX_PUBLIC_KEY', 'TELNYX_CONNECTION_ID'] as const) {
    if (given[name] === undefined) wrong(name, 'is missing: numbers come from telnyx');
  }
  if (given.FARLINE_NUMBER_COUNTRIES.length === 0) wrong('FARLINE_NUMBER_COUNTRIES', 'is missing: such as US,CA');
  if (given.FARLINE_NUMBER_MINUTES.length === 0) {
    wrong('FARLINE_NUMBER_MINUTES', 'is missing: what a minute of a call that comes in costs, such as fixed=0.01');
  }
  if (given.FARLINE_NUMBER_MARGIN === undefined && given.FARLINE_NUMBER_PRICES.length === 0) {
    wrong('FARLINE_NUMBER_MARGIN', 'is missing, and so is FARLINE_NUMBER_PRICES');
  }
}

/** Where numbers come from beside the catalogue, and what they cost; null: from nowhere. */
export function numberProviderOf(given: Given): NumberProviderSettings | null {
  const { TELNYX_API_KEY: apiKey, TELNYX_PUBLIC_KEY: publicKey, TELNYX_CONNECTION_ID: connectionId } = given;
  if (given.FARLINE_NUMBER_PROVIDER === undefined) return null;
  if (apiKey === undefined || publicKey === undefined || connectionId === undefined) return null;
  const margin = given.FARLINE_NUMBER_MARGIN;
  return {
    telnyx: {
      url: given.TELNYX_API_URL,
      apiKey,
      publicKey,
      connectionId,
      messagingProfileId: given.TELNYX_MESSAGING_PROFILE_ID ?? null,
    },
    prices: {
      countries: [...new Set(given.FARLINE_NUMBER_COUNTRIES)],
      marginHundredths: margin === undefined ? null : (parseDecimal(margin) ?? 0n) / 10_000n,
      fixed: new Map(given.FARLINE_NUMBER_PRICES),
      minutes: new Map(given.FARLINE_NUMBER_MINUTES),
    },
  };
}
