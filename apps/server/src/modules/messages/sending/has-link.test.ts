import { expect, test } from 'vitest';
import { shortestMs } from '../../../testing/shortest-ms.ts';
import { hasLink } from './has-link.ts';

test.each([
  ...['https://example.org', 'Look: example.xyz/a', 'www.example.example', 'ftp://1.example', 'whatsapp://send?text=x'],
  ...[
    'bank.de/x',
    'Your parcel: dhl-track.at',
    'bank.de.',
    '(bank.de)',
    'bank.de, now',
    'BANK.DE',
    'Bank.De/x',
    'Bank.Com',
  ],
  ...['a.b.c.bank.co.uk', 'go.dev', 't.co/abc', 'acme.shop', 'acme.bank', 'bank.de:8443', 'bank.de?id=1', 'bank.de#a'],
  ...['Read bank.de.Thanks', 'Read it.Now on bank.de', 'ada@example.com', '163.com', 'foo_bar.com', 'x.com'],
])('%j has a link', (text) => {
  expect(hasLink(text)).toBe(true);
});

test.each([
  ['a scheme that is disguised', 'hxxps://bank.example'],
  ['a scheme that is disguised, without slashes', 'hxxp bank'],
  ['slashes the wrong way', 'http:\\\\bank'],
  ['a scheme without slashes', 'https:bank'],
  ['a dot in brackets', 'bank[.]de'],
  ['a dot in words', 'bank (dot) de'],
  ['a dot with spaces around it', 'Log in at bank . com now'],
  ['a dot with a space before it', 'Log in at bank .com now'],
  ['a dot with a space after it, and nothing more', 'Log in at bank. com'],
  ['a dot with spaces around it, and a path', 'Log in at bank . de/login'],
  ['a dot with spaces around it, at the end', 'Log in at bank . de'],
  ['two dots with spaces around them', 'Log in at bank . co . uk now'],
  ['a dot in words without brackets', 'Log in at bank dot com now'],
  ['two dots in words', 'Log in at bank dot co dot uk'],
  ['a dot in capital words', 'Log in at BANK DOT COM'],
  ['a dot in Spanish words', 'Entra en banco punto com'],
  ['a dot in Russian words', 'банк точка рф'],
  ['a scheme that is disguised, with a dot in brackets', 'hxxp://bank[.]example'],
  ['a scheme that is disguised, with a space', 'hxxps ://bank example'],
  ['full-width letters and dot', 'ｂａｎｋ．ｄｅ'],
  ['an ideographic full stop', 'bank。de'],
  ['a half-width ideographic full stop', 'bank｡com'],
  ['a one-dot leader', 'bank․de'],
  ['mathematical letters', '𝐛𝐚𝐧𝐤.𝐝𝐞'],
  ['zero-width characters', 'ba\u200bnk\u2060.\u200dd\ufeffe'],
  ['a soft hyphen', 'bank.d\u00ade'],
  ['a mark of direction', 'bank\u202e.de'],
  ['letters of other alphabets', 'банк.рф'],
  ['letters of other alphabets, with a path', '公司.中国/a'],
  ['Arabic letters', 'موقع.مصر'],
  ['an umlaut', 'bücher.de'],
  ['punycode', 'xn--bcher-kva.de'],
  ['a punycode ending', 'xn--80ab.xn--p1ai'],
  ['an IP address', 'Open 203.0.113.7'],
  ['an IP address with a path', '10.20.30.40/login'],
  ['an IP address with a port', '10.20.30.40:8080'],
])('%s is a link', (_, text) => {
  expect(hasLink(text)).toBe(true);
});

test.each([
  'Nice . See you there',
  'ok . de nada',
  'ok. com certeza, até logo',
  'ok. net thuis, tot zo',
  'Good. info follows tomorrow',
  'It is done. At last',
  'Ask Ada. Me too',
  'We use the dot net framework',
  'Join the dots, then the dot to the line',
  'I like polka dot in pink',
  'Put a dot at the end',
  'El punto de encuentro es la plaza',
  'Este punto con dos agujas',
  'Faça um ponto com a agulha fina',
  'Der Punkt de facto ist: wir kommen',
  'Точка. Ру не знает',
  'On fait le point com demain',
  'See you at 8 . Come early',
  'Wait . . . so what',
])('%j has none', (text) => {
  expect(hasLink(text)).toBe(false);
});

test.each([
  ['one long word', 'a'.repeat(20_000)],
  ['dots in a word', 'a.'.repeat(40_000)],
  ['dots between words', 'a . '.repeat(40_000)],
  ['dots that are written out', 'ab dot '.repeat(12_000)],
  ['much room', `ab${' '.repeat(80_000)}dot`],
])('a text of %s is read about as soon as an ordinary one of its length', (_what, text) => {
  const ordinary = 'See you at eight, by the gate '.repeat(3_000);
  expect(hasLink(text)).toBe(false);
  // Twenty times as long; what looks again from each dot takes thousands of times as long.
  expect(shortestMs(() => hasLink(text))).toBeLessThan(300 * shortestMs(() => hasLink(ordinary)));
});

test.each([
  ...[
    'See you at eight',
    'e.g. this',
    'i.e. that',
    'z.B. so',
    'p.m.',
    'U.S.A.',
    '3.50',
    'It costs 3.50.',
    '1.234,50 €',
    '10.30',
  ],
  ...[
    '27.11.2026',
    '27.11.26',
    'Mr.Smith',
    'ok.Thanks',
    'Ok.It is',
    'Yes.So',
    'Hi.Me again',
    'Dr.No',
    'B.Sc.',
    'Ph.D.',
    'Co.Ltd',
  ],
  ...[
    'ok...so',
    'ok..so',
    'Hi. me',
    'Wait ... in',
    '7.pm',
    '10.30.am',
    '10.AM',
    '06.12.34.56.78',
    '12.34.56.78',
    '.com',
    'v1.2',
  ],
  ...[
    '300.1.2.3',
    '1.2.3',
    'and/or',
    'he said: http',
    'Привет.Это',
    'Привет.Москва',
    '谢谢。中国',
    '好。公司',
    'ok.thanks',
    'report.pdf',
  ],
  ...['http', 'note: //', 'a.', '...', '', '-.de', 'bank.example'],
])('%j has none', (text) => {
  expect(hasLink(text)).toBe(false);
});
