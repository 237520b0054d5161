import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createHttpServer } from '../../platform/http-server.ts';
import { createLog } from '../../platform/log.ts';
import { keptLog } from '../../testing/kept-log.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { createMail } from './index.ts';
import { smtpSender } from './smtp.ts';

const { database } = await testDatabase();
const log = createLog('silent');
const clock = { now: () => new Date() };
const from = 'Farline <no-reply@example.com>';
const local = {
  smtpUrl: null,
  from,
  database,
  clock,
  log,
  isLoopbackOnly: true,
  publicUrl: 'http://localhost:4001',
};

test('without SMTP a mail is captured and shown on the local page, newest first, its text escaped', async () => {
  const mail = createMail(local);
  await mail.send({ to: 'ada@example.com', subject: 'First', text: 'Hello' });
  await mail.send({
    to: 'grace@example.com',
    subject: 'A <b>bold</b> one',
    text: 'Open\n\nhttp://localhost:4001/reset-password?token=abc&x=1\n\n<script>alert(1)</script>',
  });
  const get = await localPages(mail.page);

  const page = await get('/local/mail');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('A &lt;b&gt;bold&lt;/b&gt; one');
  expect(page.body).not.toContain('<script>');
  expect(page.body).toContain('<a href="http://localhost:4001/reset-password?token=abc&amp;x=1">');
  expect(page.body.indexOf('bold')).toBeLessThan(page.body.indexOf('First'));

  const list = (await get('/local/mail.json?to=ADA@example.com')).json<{ items: { subject: string }[] }>();
  expect(list.items.map((item) => item.subject)).toEqual(['First']);
});

test('the local page is refused to a foreign host name, which could be rebound to this machine', async () => {
  const get = await localPages(createMail(local).page);

  expect((await get('/local/mail', 'evil.example.com')).statusCode).toBe(404);
  expect((await get('/local/mail.json', 'evil.example.com')).statusCode).toBe(404);
  expect((await get('/local/mail', '[::1]:4001')).statusCode).toBe(200);
  expect((await get('/local/mail', '127.0.0.2:4001')).statusCode).toBe(200);
});

test('an operator whose pages are public is warned of mail from an address at localhost, which others refuse', () => {
  const warned = (change: Partial<typeof local>) => {
    const { log: kept, lines } = keptLog('warn');
    createMail({ ...local, ...change, log: kept });
    return lines.filter((line) => line.includes('FARLINE_MAIL_FROM')).length;
  };
  const publicUrl = 'https://phone.example.com';

  expect(warned({ publicUrl, from: 'Farline <no-reply@localhost>' })).toBe(1);
  expect(warned({ publicUrl, from: 'no-reply@localhost' })).toBe(1);
  expect(warned({ publicUrl })).toBe(0);
  expect(warned({ from: 'Farline <no-reply@localhost>' })).toBe(0);
});

test.each([
  ['SMTP is set', { smtpUrl: 'smtp://127.0.0.1:25' }],
  ['the server listens beyond loopback', { isLoopbackOnly: false }],
  ['the public address is not this machine', { publicUrl: 'https://phone.example.com' }],
])('there is no local page when %s', (_when, change) => {
  expect(createMail({ ...local, ...change }).page).toBeNull();
});

test('with SMTP a mail reaches the mail server as written', async () => {
  const server = await aMailServer();
  await smtpSender({ url: server.url, from })({ to: 'ada@example.com', subject: 'Grüße', text: 'Hello\n\nAda' });

  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatch(/^MAIL FROM:<no-reply@example\.com>/m);
  expect(server.received[0]).toMatch(/^RCPT TO:<ada@example\.com>/m);
  expect(server.received[0]).toMatch(/^Auto-Submitted: auto-generated/m);
  expect(server.received[0]).toContain('Hello\r\n\r\nAda');
});

test('with SMTP the sound of a voicemail goes with its mail, as a file', async () => {
  const server = await aMailServer();
  const attachments = [{ name: 'voicemail.wav', type: 'audio/wav', bytes: Buffer.from('RIFF and so on') }];
  await smtpSender({ url: server.url, from })({
    to: 'ada@example.com',
    subject: 'A voicemail',
    text: 'Hello',
    attachments,
  });

  expect(server.received[0]).toMatch(/^Content-Type: audio\/wav; name=voicemail\.wav/m);
  expect(server.received[0]).toMatch(/^Content-Disposition: attachment; filename=voicemail\.wav/m);
  expect(server.received[0]).toContain(Buffer.from('RIFF and so on').toString('base64'));
});

test('a mail server that refuses, is not there or says nothing makes the sending fail in time', async () => {
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
  const quick = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300, dnsTimeout: 300, withinMs: 20_000 };
  const refusing = await aMailServer({ refuses: true });
  const silent = await listen(createServer(() => undefined));

  await expect(smtpSender({ url: refusing.url, from }, quick)(mail)).rejects.toMatchObject({ responseCode: 550 });
  await expect(smtpSender({ url: 'smtp://127.0.0.1:1', from }, quick)(mail)).rejects.toMatchObject({
    code: 'ESOCKET',
  });
  await expect(smtpSender({ url: silent, from }, quick)(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('a mail server whose answer never ends makes the sending fail as a whole in time, and is left', async () => {
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
  const left = Promise.withResolvers<void>();
  const trickling = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('220 test\r\n');
    let drops: NodeJS.Timeout | undefined;
    socket.on('data', (bytes) => {
      if (!bytes.toString().startsWith('MAIL')) return socket.write('250 fine\r\n');
      // A reply without end (RFC 5321 §4.2.1): each line of it begins the time of silence anew.
      drops = setInterval(() => socket.write('250-wait\r\n'), 20);
      return;
    });
    socket.on('close', () => {
      clearInterval(drops);
      left.resolve();
    });
  });
  const url = await listen(trickling);
  const steps = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000, dnsTimeout: 20_000 };

  await expect(smtpSender({ url, from }, { ...steps, withinMs: 1_000 })(mail)).rejects.toMatchObject({
    code: 'EABORT',
  });
  await left.promise;
});

async function localPages(page: ReturnType<typeof createMail>['page']) {
  const app = await createHttpServer({ log, allowedOrigins: [], trustProxy: false });
  if (page !== null) await app.register(page);
  afterAll(() => app.close());
  return (url: string, host = 'localhost:4001') => app.inject({ method: 'GET', url, headers: { host } });
}

/** The few words of SMTP (RFC 5321) that a sender needs. */
async function aMailServer(options: { refuses?: boolean } = {}): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const server = createServer((socket: Socket) => {
    let heard = '';
    let isBody = false;
    socket.on('error', () => socket.destroy());
    socket.write('220 test\r\n');
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      heard += text;
      if (isBody) {
        if (!heard.endsWith('\r\n.\r\n')) return;
        isBody = false;
        received.push(heard);
        socket.write('250 taken\r\n');
      } else if (text.startsWith('DATA')) {
        isBody = true;
        socket.write('354 go on\r\n');
      } else if (text.startsWith('RCPT') && options.refuses === true) {
        socket.write('550 nobody here\r\n');
      } else if (text.startsWith('QUIT')) {
        socket.end('221 bye\r\n');
      } else {
        socket.write('250 fine\r\n');
      }
    });
  });
  return { url: await listen(server), received };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
