import { escapeHtml } from '../../platform/escape-html.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/problems.ts';
import { type CapturedMail, capturedMails } from './captured-mail-store.ts';
import { isLoopback } from '../../platform/loopback.ts';

const query = z.object({ to: z.string().max(254).optional() });

/** GET /local/mail, a page of the captured mails, and /local/mail.json, the same for programs; `?to=` names one address. */
export function addLocalMailPage(server: FastifyInstance, deps: { database: Database }): void {
  const read = async (request: FastifyRequest): Promise<CapturedMail[]> => {
    refuseForeignHost(request);
    const { to = null } = query.parse(request.query);
    return capturedMails(deps.database, to);
  };
  const options = { schema: { hide: true } };
  server.get('/local/mail', options, async (request, reply) => {
    const mails = await read(request);
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(page(mails));
  });
  server.get('/local/mail.json', options, async (request, reply) => {
    const mails = await read(request);
    return reply.header('cache-control', 'no-store').send({ items: mails });
  });
}

/** A foreign page may give its own name this machine's address (DNS rebinding); it cannot change the Host header. */
function refuseForeignHost(request: FastifyRequest): void {
  const host = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? '';
  if (!isLoopback(host)) throw notFound('This page');
}

function page(mails: CapturedMail[]): string {
  const items = mails.map(
    (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p class="meta">to ${escapeHtml(mail.to)}, <time>${mail.at.toISOString()}</time></p>
<pre>${withLinks(mail.text)}</pre></article>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Captured emails · Farline</title>
<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
article{border-top:1px solid #8886;padding:1rem 0}h2{font-size:1rem;margin:0}.meta{opacity:.7;margin:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}</style></head>
<body><h1>Captured emails</h1>
<p>No mail server is set (SMTP_URL), so Farline keeps its emails here. Only this machine can open this page.</p>
${items.length === 0 ? '<p>No emails yet.</p>' : items.join('\n')}
</body></html>`;
}

function withLinks(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
