import { expect, test } from 'vitest';
import { hasCode } from './has-code.ts';

test.each([
  ...[
    'Your code: 123456',
    'Code 1234',
    'OTP 12345678',
    'G-123456 is your verification code',
    'PIN:0042',
    '123456 - code',
  ],
  ...[
    'Your code is 123 456',
    'Your code is 123-456',
    'Code 12-34-56',
    'Code: 1 2 3 4',
    'Code 1. 2. 3. 4. 5',
    'code 123‑456',
  ],
  ...['Your code is 123.456', 'code 123 – 456', 'code 1234, valid until 10:30', 'code 123456 for +44 7700 900123'],
  ...['code: 123456. It costs $12.50', 'code 1234 on 27.11.2026', 'Code 4821 or call 415-555-0100', 'code\n123456'],
])('%j brings a code', (text) => {
  expect(hasCode(text)).toBe(true);
});

test.each([
  ['full-width digits', 'code １２３４５６'],
  ['Arabic-Indic digits', 'رمز التحقق ١٢٣٤٥٦'],
  ['Persian digits', 'کد تایید ۱۲۳۴۵۶'],
  ['Devanagari digits', 'आपका कोड १२३४५६ है'],
  ['Bengali digits', 'আপনার কোড ১২৩৪'],
  ['Thai digits', 'รหัส ๑๒๓๔'],
  ['mathematical digits', 'code 𝟏𝟐𝟑𝟒𝟓𝟔'],
  ['digits in circles', 'code ①②③④'],
  ['keys that are drawn', 'code 1️⃣2️⃣3️⃣4️⃣'],
  ['zero-width characters between them', 'code 1\u200b2\u20603\u200d4'],
  ['zero-width characters in the word', 'c\u200bo\u00adde 1234'],
  ['a full-width word', 'ＣＯＤＥ 1234'],
  ['spaces that do not break', 'code 123\u00a0456'],
])('a code with %s is one', (_, text) => {
  expect(hasCode(text)).toBe(true);
});

test.each([
  ...['Tu código es 1234', 'TU CODIGO ES 1234', 'Su clave es 1234', 'Votre mot de passe : 1234', 'Seu código é 1234'],
  ...[
    'Ihr Bestätigungscode 1234',
    'mTAN: 123456',
    'Ihr Einmalkennwort 1234',
    'Il tuo codice è 1234',
    'Uw wachtwoord 1234',
  ],
  ...['Twój kod 1234', 'Hasło: 1234', 'Doğrulama kodunuz 1234', 'ŞİFRENİZ: 1234', 'Код: 1234', 'Ваш пароль 1234'],
  ...['Код підтвердження 1234', 'رمز 1234', 'کد 1234', 'کوڈ 1234', 'הקוד שלך 1234', 'ओटीपी 1234', 'যাচাই 1234'],
  ...[
    'Kode OTP 1234',
    'Mã xác thực 1234',
    'Ma xac thuc 1234',
    'รหัส 1234',
    '验证码 1234',
    '驗證碼1234',
    '認証コード 1234',
  ],
  ...['인증번호 1234', 'Ο κωδικός σας 1234', 'ΚΩΔΙΚΟΣ 1234', 'Din engångskod 1234', 'Din kode 1234', 'Koodisi 1234'],
  ...['Váš kód 1234', 'A kódja 1234', 'Codul tău 1234', 'Vaša lozinka 1234', 'Вашата парола 1234'],
])('%j has a word for it', (text) => {
  expect(hasCode(text)).toBe(true);
});

test.each([
  ...[
    'G-48213 is your code',
    'Your code is AB12CD',
    'Your code is 7F3K9Q',
    'code: 7f3k9q',
    'OTP A1B2C3',
    'PIN: KX7PQM',
  ],
  ...['Your code is 7F3-K9Q', 'Your code is 7F3 K9Q', 'code 7 F 3 K 9 Q', 'code 7-F-3-K-9-Q'],
  ...['验证码7F3K9Q', 'Ваш код А7К2М9', 'Su clave es 4D7-K2M', 'code ７Ｆ３Ｋ９Ｑ', 'code 7F\u200b3K9Q'],
  ...['Your code 9X2KD valid for 10min', 'Post 7F3K9Q to confirm your password'],
])('%j brings a code of digits and letters', (text) => {
  expect(hasCode(text)).toBe(true);
});

test.each([
  'The dress code on the 22nd is black tie, from 7pm',
  'Doors open 10am-2pm, ask for the code at the desk',
  'Room B204, the door code is with Ada',
  'Flight LH123 at gate B22: have your passport and code ready',
  'Use code WINTER20 for 20% off',
  'The code works on my iPhone15 and on Windows11 too',
  'I passed! H1N1 and COVID19 were in the test',
  'The barcode of the 500ml bottle and the 2x250g pack are wrong',
  'The QR code needs 5GB-10GB of space, or 4K video',
  'What is your postcode? Mine is SW1A 1AA',
  'Our postal code is K1A 0B1',
  'What is the code of conduct for the B2B team in Q3?',
  'The codes of the A4 and M25 roads are on page 12b',
  'He codes in C99 and F77',
  'Your password manager supports OAuth2, SHA256 and AES128',
])('%j is an innocent message', (text) => {
  expect(hasCode(text)).toBe(false);
});

test('digits and letters without a word for a code are none', () => {
  expect(hasCode('Our car is AB12CDE, we wait at gate 7F3K9Q')).toBe(false);
});

test('a text of one long run of digits and letters is read in no time', () => {
  const startedAt = performance.now();
  expect(hasCode(`code ${'a1'.repeat(10_000)}`)).toBe(false);
  hasCode(`code ${'a-1-'.repeat(5_000)}`);
  hasCode(`code ${'a . 1 . '.repeat(3_000)}`);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test.each([
  ['no word for a code', 'We are 1234 people'],
  ['no digits', 'Your code is secret'],
  ['three digits', 'Code 123'],
  ['nine digits', 'Code 123456789'],
  ['a telephone number with a plus', 'Forgot your code? Call +44 7700 900123'],
  ['a telephone number with a plus and no spaces', 'Forgot your code? Call +447700900123'],
  ['a telephone number with a zero', 'Forgot your code? Call 07700 900123 or 030/1234567'],
  ['a telephone number with brackets', 'Forgot your code? Call (415) 555-0100'],
  ['a telephone number in groups', 'Forgot your code? Call 415-555-0100 or 1-800-555-0100'],
  ['a price before its currency', 'The code costs $1,250 or EUR 1250'],
  ['a price after it', 'The code costs 1250 € or 1 250 zł or 12.50'],
  ['a price with its cents', 'The code costs 1.250,00'],
  ['a time', 'Your code is read at 10:30, or 10:30:15'],
  ['a date', 'Your code ends on 27.11.2026, or 2026-11-27, or 11/27/26'],
  ['a word that only begins like one', 'Spinning 1234 wheels, opinion 5678, tangent 9012'],
])('%s is none', (_, text) => {
  expect(hasCode(text)).toBe(false);
});

test.each([
  ...[
    '482913',
    '482 913',
    '4 8 2 9 1 3',
    'Login 482913',
    'token 482913',
    'Ada 482913',
    '<#> 482913 abc',
    '４８２９１３',
  ],
  ...['<#> 482913 FA+9qCX9VSU', '482913.', '➡️ 482913 ⬅️'],
])('%j is little else than a code', (text) => {
  expect(hasCode(text)).toBe(true);
});

test.each([
  ...['Sign in: 482913', 'Use 482913 to log in', 'Enter 482913 to continue the sign-up', 'To confirm it, say 482-913'],
  ...['Your login with us today: 482913', 'Nur für deine Anmeldung: 482913', 'Pour la connexion, tapez 482913'],
  ...['Para iniciar sesión usa 482913', 'Введите 482913 чтобы войти на сайт', '您的登录数字是 482913 请勿转发'],
])('%j says what the code is for', (text) => {
  expect(hasCode(text)).toBe(true);
});

test.each([
  ['a Cyrillic o', 'Here is your c\u043ede 482913'],
  ['a letter of another alphabet', 'Here is your co\u0501e 482913'],
  ['a zero for its o', 'Here is your c0de 482913'],
  ['signs for its letters', 'Here is your p@$$w0rd 482913'],
  ['a digit for a letter of a short word', 'Here is your p1n 482913'],
  ['Latin letters in a Russian word', 'Вот ваш п\u0061роль 482913'],
])('a word with %s is a word', (_, text) => {
  expect(hasCode(text)).toBe(true);
});

test.each([
  'I was born in 1984, you know',
  'Meet me at gate 1204 please',
  'Call me on +44 7700 900123',
  '10:30?',
  '$1250',
  'Logistics has 4821 boxes left',
  'The signal of channel 4821 is weak',
  'It is 4 of 5 and 3 of 4, ok?',
])('%j is no code', (text) => {
  expect(hasCode(text)).toBe(false);
});
