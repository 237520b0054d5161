import type { Edit } from './talking-phone.ts';
import type { Address } from './traps.ts';

// What is changed in a SIP message before it is sent.

export const withHeader =
  (header: string): Edit =>
  (text) =>
    text.replace('\r\nContent-Length', `\r\n${header}\r\nContent-Length`);
export const hops =
  (left: number): Edit =>
  (text) =>
    text.replace(/^Max-Forwards: .*$/m, `Max-Forwards: ${left}`);
export const routeTo =
  ({ host, port }: Address): Edit =>
  (text) =>
    text.replace(/^Route: .*(\r\nRoute: .*)*$/m, `Route: <sip:${host}:${port};lr>`);
export const swapTags: Edit = (text) =>
  text
    .replace(/^To: /m, 'Was: ')
    .replace(/^From: /m, 'To: ')
    .replace(/^Was: /m, 'From: ');
export const otherToTag: Edit = (text) => text.replace(/^(To: .*;tag=)\S+/m, '$1another');
export const aliasTo =
  ({ host, port }: Address) =>
  (text: string) =>
    text.replace(/^(Contact: <[^>]*)>/m, `$1;alias=${host}~${port}~1>`);
export const contactAt =
  ({ host, port }: Address): Edit =>
  (text) =>
    text.replace(/^(Contact: <sip:[^@]+@)[^;>]+/m, `$1${host}:${port}`);
