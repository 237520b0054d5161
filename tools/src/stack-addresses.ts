import { PlainError } from './plain-error.ts';
import type { Ports } from './ports.ts';
import type { Addresses } from './public-address.ts';

/** By which name people of this machine open its pages. */
export function hostFor(addresses: Addresses): string {
  return addresses.public === '127.0.0.1' ? 'localhost' : addresses.public;
}

/** Where people open the pages: FARLINE_PUBLIC_URL, else this machine. A PlainError when it is no address of a page. */
export function publicUrlOf(given: string | undefined, addresses: Addresses, ports: Ports): string {
  if (given === undefined) return `http://${hostFor(addresses)}:${ports.web}`;
  const url = URL.parse(given);
  // The pages have no place below a path.
  const isWhole = url?.href === `${url?.origin}${url?.pathname}` && /^\/*$/.test(url.pathname);
  if (url !== null && ['http:', 'https:'].includes(url.protocol) && isWhole) return url.origin;
  throw new PlainError(
    'FARLINE_PUBLIC_URL is no address of a page: it must be one such as https://phone.example.org, without a path.',
  );
}

/** Phones come straight to the engine: by the name of the pages, unless that is no name that a phone could ask for. */
export function phoneHostFor(publicUrl: string, addresses: Addresses): string {
  const { hostname } = new URL(publicUrl);
  return ['localhost', '[::1]'].includes(hostname) ? addresses.carrierSide.public : hostname;
}

/** With a key of Stripe it is Stripe, unless something else is said. */
function whoTakesPayments(env: Record<string, string>, isHere: boolean): string {
  const usual = isHere ? 'sandbox' : 'off';
  return env['FARLINE_PAYMENTS'] ?? (env['STRIPE_SECRET_KEY'] === undefined ? usual : 'stripe');
}

/**
 * Money of the sandbox is play money, yet an account that has paid may call real trunks: unless it is asked for, nobody but
 * this machine can pay by it.
 */
export function takesSandboxPayments(publicUrl: string, env: Record<string, string> = {}): boolean {
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname);
  return whoTakesPayments(env, isHere) === 'sandbox';
}

/** On this machine, localhost and 127.0.0.1 and [::1] are one place to a person. */
export function originsFor(publicUrl: string, ports: Ports, further: string | undefined): string[] {
  const here = ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${ports.web}`);
  const more = (further ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  return [...new Set([new URL(publicUrl).origin, ...here, ...more])];
}
