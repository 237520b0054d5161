/** What this machine is called in an address bar: one place to a person, three to a browser. */
export const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

const ADDRESS = /^(::1|\[::1\]|(::ffff:)?127(\.\d{1,3}){3})$/;

/** Whether an address, or a host as it stands in a URL, is this machine and no other (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || ADDRESS.test(host);
}

/** Whether an http or https URL, or the origin of a page, leads to this machine. */
export function isLoopbackUrl(url: string): boolean {
  return /^https?:/.test(url) && URL.canParse(url) && isLoopback(new URL(url).hostname);
}
