import { z } from 'zod';
import { isLoopback } from '../loopback.ts';
import { type CarrierSettings, readCarrierUrl } from './carrier-url.ts';
import { type HttpCarrierSettings, isHttpCarrier, readHttpCarrierUrl } from './http-carrier-url.ts';
import { readIceServer } from './ice-servers.ts';
import { trustedProxies } from './trusted-proxies.ts';

// What settings may say: each reads its text, or says in a sentence what it expected.

/** `address:port`. */
export const hostPort = z.string().transform((text, context) => {
  const match = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(text);
  if (match === null) {
    context.addIssue(`expected address:port, got "${text}"`);
    return z.NEVER;
  }
  return { host: match[1] ?? '', port: Number(match[2]) };
});

/** What commas separate. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const originsWhere = (isAllowed: (url: URL) => boolean) =>
  list.pipe(
    z.array(
      z.string().transform((text, context) => {
        const url = URL.canParse(text) ? new URL(text) : null;
        if (url === null || !isAllowed(url) || url.origin !== text) {
          context.addIssue(`expected https://host or https://host:port, got "${text}"`);
          return z.NEVER;
        }
        return url.origin;
      }),
    ),
  );
const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:';
/** `https://push.example.org`, with commas between; without TLS on this machine alone. */
export const origins = originsWhere(
  ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)),
);
/** Origins of pages, as browsers send them, with commas between. */
export const pageOrigins = originsWhere(isWeb);
/**
 * Where people open the pages, as browsers write it. Without its scheme, `host:port` would be read as a scheme and a path.
 * The pages have no place below a path.
 */
export const pagesUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && isWeb(url) && /^\/*$/.test(url.pathname) && url.href === `${url.origin}${url.pathname}`) {
    return url.origin;
  }
  context.addIssue('must be an address such as https://phone.example.org, without a path');
  return z.NEVER;
});
/** A server that takes mail. Its password is repeated nowhere. */
export const mailServerUrl = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (url?.protocol === 'smtp:' || url?.protocol === 'smtps:') && url.hostname !== '';
}, 'must be an address such as smtps://login:password@mail.example.org');
/** `name=address:port`, with commas between. */
export const trunks = list.pipe(
  z.array(
    z.string().transform((text, context) => {
      const [name, address] = text.split('=');
      const parsed = hostPort.safeParse(address ?? '');
      if (!/^[a-z0-9-]+$/i.test(name ?? '') || !parsed.success) {
        context.addIssue(`expected name=address:port, got "${text}"`);
        return z.NEVER;
      }
      return { name: name ?? '', ...parsed.data };
    }),
  ),
);
/** `udp:5060,tls:5061`. */
export const sipTransports = list.pipe(
  z.array(
    z.string().transform((text, context) => {
      const match = /^(udp|tcp|tls):(\d{1,5})$/.exec(text);
      if (match === null) {
        context.addIssue(`expected udp:port, tcp:port or tls:port, got "${text}"`);
        return z.NEVER;
      }
      return { transport: match[1] as 'udp' | 'tcp' | 'tls', port: Number(match[2]) };
    }),
  ),
);
/** `stun:host,turn:name:password@host`. A wrong one is named by its place: what is written there may be a password. */
export const iceServers = list.transform((entries, context) =>
  entries.flatMap((entry, index) => {
    const read = readIceServer(entry);
    if (typeof read !== 'string') return [read];
    context.addIssue(`server ${index + 1}: ${read}`);
    return [];
  }),
);
/** What each spending limit is unless another was chosen: `day=50,hour=25,minute=1,fee=0.50,calls=10,countries=10`. */
export const usualLimits = list.pipe(
  z.array(
    z.string().transform((text, context) => {
      const match = /^(?:(day|hour|minute|fee)=(\d{1,7}(?:\.\d{1,6})?)|(calls|countries)=(\d{1,7}))$/.exec(text);
      if (match === null) {
        context.addIssue(`expected day, hour, minute or fee=amount, calls or countries=number, got "${text}"`);
        return z.NEVER;
      }
      const [, money, amount, number, count] = match;
      return [money ?? number ?? '', amount ?? count ?? ''] as const;
    }),
  ),
);
/** `DE=VAT:19:included`, `US=Sales tax:8.25:on-top`; `*` is every other country. */
export const taxRules = list.pipe(
  z.array(
    z.string().transform((text, context) => {
      const match = /^(\*|[A-Z]{2})=([^:]{1,40}):(\d{1,2}(?:\.\d{1,4})?):(included|on-top)$/.exec(text);
      if (match === null) {
        context.addIssue(`expected country=name:percent:included or :on-top, got "${text}"`);
        return z.NEVER;
      }
      const [, country, name = '', rate = '0', mode] = match;
      return {
        country: country === '*' ? null : (country ?? null),
        name,
        rate,
        mode: mode === 'on-top' ? ('on_top' as const) : ('included' as const),
      };
    }),
  ),
);
export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
/** `on`, `off`, or whose word about an address is believed. */
export const proxies = z.string().transform((text, context) => {
  const trusted = trustedProxies(text);
  if (trusted !== null) return trusted;
  context.addIssue(`expected on, off, or addresses and networks such as 172.20.0.0/16, got "${text}"`);
  return z.NEVER;
});
/** A whole number, from 0 up or from `least`, with what it is where nothing is set. */
export const whole = (fallback: number, least = 0) => z.coerce.number().int().min(least).default(fallback);

/** Money, up to six decimals. */
export const amount = z.string().regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be an amount such as 2.00');

/** A carrier of messages: `smpp://…` as `carrier-url.ts` reads it. */
export const carrierUrl = (name: string) =>
  z.string().transform((text, context) => {
    const read = readCarrierUrl(name, text);
    if (typeof read !== 'string') return read;
    context.addIssue(read);
    return z.NEVER;
  });

type Carrier = ({ protocol: 'smpp' } & CarrierSettings) | ({ protocol: 'http' } & HttpCarrierSettings);

/** The message centre of the sandbox has this name, and what goes there is practice. */
const SANDBOX = 'sandbox';
const EXPECTED_CARRIER = 'expected name=smpp://… or name=twilio://…, of another name than sandbox';

/** `name=smpp://…` or `name=twilio://…`, with spaces between; no name twice. */
export const carriers = z
  .string()
  .transform((text) => text.split(/\s+/).filter((item) => item !== ''))
  .pipe(
    z.array(
      z.string().transform((text, context) => {
        const [, name = '', url = ''] = /^([a-z0-9-]{1,32})=(.*)$/i.exec(text) ?? [];
        const read = name === '' || name === SANDBOX ? EXPECTED_CARRIER : carrierOf(name, url);
        if (typeof read !== 'string') return read;
        context.addIssue(read);
        return z.NEVER;
      }),
    ),
  )
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'has two carriers of one name');

function carrierOf(name: string, url: string): Carrier | string {
  if (isHttpCarrier(url)) {
    const read = readHttpCarrierUrl(name, url);
    return typeof read === 'string' ? read : { protocol: 'http', ...read };
  }
  const read = readCarrierUrl(name, url);
  return typeof read === 'string' ? read : { protocol: 'smpp', ...read };
}
