import { signedForm } from '../gateways/http-messages/testing/sign-webhook.ts';
import { json, standInProvider } from '../gateways/http-messages/testing/stand-in-provider.ts';
import { whenOver } from './when-over.ts';

/** Where servers under test believe that they are reached. */
const PUBLIC_URL = 'http://localhost:4001';
const SID = 'AC00000000000000000000000000000000';

export type TwilioStandIn = Awaited<ReturnType<typeof twilioStandIn>>;

/**
 * A stand-in for Twilio as a carrier of this name: it takes what it is posted, gives ids that count up (`acme-1`), and tells by signed
 * webhooks. It lives as long as its file's tests.
 */
export async function twilioStandIn(name: string) {
  let given = 0;
  const token = `token of ${name}`;
  const stand = await standInProvider(
    (response, asked) => {
      if (asked.path !== `/2010-04-01/Accounts/${SID}/Messages.json`)
        return json(404, { code: 20_404 })(response, asked);
      json(201, { sid: `${name}-${(given += 1)}`, status: 'queued', num_segments: '1' })(response, asked);
    },
    { end: whenOver },
  );
  const url = `${PUBLIC_URL}/api/v1/webhooks/messages/${name}`;
  return {
    ...stand,
    name,
    url,
    token,
    /** What a server is told, to use it. */
    setting: `${name}=twilio+http://${SID}:${encodeURIComponent(token)}@${stand.host}`,
    /** What it was posted, oldest first, to one number. */
    takenTo: (to: string) =>
      stand.asked.map(({ body }) => new URLSearchParams(body)).filter((form) => form.get('To') === to),
    /** Tells a server by a webhook. Gives the status and the text of its answer. */
    tell: async (origin: string, fields: Record<string, string>, signed: { token?: string; url?: string } = {}) => {
      const { headers, body } = signedForm(signed.url ?? url, fields, signed.token ?? token);
      const answer = await fetch(`${origin}/api/v1/webhooks/messages/${name}`, { method: 'POST', headers, body });
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    },
  };
}

/** A receipt in Twilio's words. */
export const receiptOf = (
  sent: { number: string; peer: string },
  MessageSid: string,
  MessageStatus = 'delivered',
): Record<string, string> => ({
  MessageSid,
  MessageStatus,
  SmsSid: MessageSid,
  SmsStatus: MessageStatus,
  AccountSid: SID,
  To: sent.peer,
  From: sent.number,
  ApiVersion: '2010-04-01',
});

/** A text that came in, in Twilio's words. */
export const textTo = (to: string, MessageSid: string, more: Record<string, string> = {}): Record<string, string> => ({
  MessageSid,
  SmsSid: MessageSid,
  SmsStatus: 'received',
  AccountSid: SID,
  NumMedia: '0',
  NumSegments: '1',
  To: to,
  From: '+447700900321',
  Body: 'Hi',
  ApiVersion: '2010-04-01',
  ...more,
});
