import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { ownNumber } from './calls-in.ts';
import { enter, type Person, somebody } from './people.ts';
import { stack } from './stack.ts';

/** Somebody whose words are long: names, notes and messages as they come in life, of which pages must not break. */

const ADA = '+447700900123';
const NAMES = [
  ['Maximiliane-Théodora von Hohenzollern-Sigmaringen', ADA],
  ['Rechtsschutzversicherungsgesellschaft Südwestfalen mbH & Co. KG', '+4930901820'],
  ['عبد الرحمن بن محمد الأنصاري', '+966501234567'],
  ['株式会社ファーライン東京都港区営業本部', '+81312345678'],
  ['Oyinkansola Adébáyọ̀-Williams (Lagos office, second floor)', '+2348021234567'],
  ['Li', '+8613812345678'],
  ['José María de los Ángeles Fernández y González', '+34600123456'],
  ['Dr. Anastasiya Konstantinovna Vyshnepolskaya', '+79161234567'],
] as const;
const NOTE =
  'Prefers calls after 18:00 (her time), speaks French and a little German; ask for extension 4417. https://example.com/people/hohenzollern';
const TAGS = ['Lieferanten in Übersee', 'a-tag-of-one-word-and-30-chars', 'VIP', 'rugby', 'Montevideo'];
const TEXT =
  'The delivery of the Donaudampfschifffahrtsgesellschaft is late once more: 17 pallets, 4,512.75 EUR, parcel 00340434161094042557. Please call back before noon.';

/** Fills an account by the API and comes to its dashboard, signed in. */
export async function enterLongLife(page: Page): Promise<Person> {
  const person = await enter(page, `${stack.url}/dashboard`, {
    ...somebody(),
    firstName: 'Maximiliane-Théodora',
    lastName: 'von Hohenzollern-Sigmaringen',
  });
  const { password } = person;
  const send = await sender(page);
  for (const [index, [name, number]] of NAMES.entries()) {
    await send('POST', '/contacts', {
      name,
      isFavourite: index < 3,
      note: index % 2 === 0 ? NOTE : '',
      tags: index < 2 ? TAGS : [],
      numbers: [{ number, label: index === 1 ? 'Switchboard, ground floor' : 'mobile' }],
    });
  }
  await send('POST', '/messages/templates', { name: 'Reminder of a delivery that is late again', text: TEXT });
  for (const to of [ADA, '+447700900124']) await send('POST', '/messages', { to, text: TEXT });
  await send('POST', '/messages', {
    to: ADA,
    text: 'Happy birthday!',
    sendAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await send('POST', '/messages/broadcasts', {
    name: 'The summer holidays of our customers in Baden-Württemberg',
    text: TEXT,
  });
  await send('POST', '/settings/sip-phones', { name: 'Telephone on the second floor', password });
  await saveMenu(page, send);
  return person;
}

/** A rule with hours, a day off and a menu. */
async function saveMenu(page: Page, send: Send): Promise<void> {
  const number = await ownNumber(page);
  const path = `/numbers/${encodeURIComponent(number)}/rule`;
  const { rule } = (await send('GET', path)) as { rule: object };
  const everybody = { do: 'ring', browsers: true, phones: 'all', unanswered: { do: 'voicemail' } };
  await send('PUT', path, {
    version: 0,
    rule: {
      ...rule,
      hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30' }],
      daysOff: [{ date: '2031-10-03', name: 'Day of German Unity, and the bridge day', isYearly: true }],
      blocked: ['+4420*', '+447700900188'],
      open: { do: 'menu', menu: 'a' },
      closed: { do: 'voicemail' },
      menus: [
        {
          id: 'a',
          name: 'Orders, invoices and repairs',
          language: 'en',
          text: null,
          tries: 2,
          waitSeconds: 6,
          keys: [
            { key: '1', name: 'Orders and deliveries abroad', then: everybody },
            { key: '2', name: 'Opening hours', then: { do: 'say', text: 'We open at nine.' } },
          ],
          otherwise: { do: 'voicemail' },
        },
      ],
    },
  });
}

type Send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<unknown>;

/** Sends what the person on the page would, and is loud about a refusal. */
async function sender(page: Page): Promise<Send> {
  const token = await page.evaluate(() => localStorage.getItem('farline.token') ?? '');
  return async (method, path, body) => {
    const reply = await page.context().request.fetch(`${stack.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      ...(body === undefined ? {} : { data: body }),
    });
    if (!reply.ok()) throw new Error(`${method} ${path} was refused: ${await reply.text()}`);
    return await reply.json();
  };
}
