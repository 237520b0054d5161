import { createHmac, randomBytes } from 'node:crypto';
import type { ScriptedTrunk } from '../../../../voice/testbed/scripted-trunk.ts';
import { writeSip } from '../../../../voice/testbed/sip-message.ts';
import { digest } from '../../../../voice/testbed/websocket-caller.ts';

type Credentials = { username: string; password: string };

/** Registers a scripted far side as an account's SIP phone, by UDP. */
export async function registerPhone(
  desk: ScriptedTrunk,
  who: { realm: string; username: string; password: string },
): Promise<void> {
  await register(desk, { aor: `${who.username}@${who.realm}`, realm: who.realm, via: 'UDP', credentials: who });
}

/** Registers a scripted far side as the page of a user, by WebSocket, with credentials as the server gives them. */
export async function registerPage(
  page: ScriptedTrunk,
  who: { realm: string; userId: string; secret: string },
): Promise<void> {
  const username = `${Math.floor(Date.now() / 1000) + 600}:${who.userId}`;
  const password = createHmac('sha1', who.secret).update(username).digest('base64');
  const aor = `${who.userId}@${who.realm}`;
  await register(page, { aor, realm: who.realm, via: 'WS', credentials: { username, password } });
}

async function register(
  farSide: ScriptedTrunk,
  { aor, realm, via, credentials }: { aor: string; realm: string; via: 'UDP' | 'WS'; credentials: Credentials },
): Promise<void> {
  const uri = `sip:${realm}`;
  const [callId, tag] = [randomBytes(8).toString('hex'), randomBytes(5).toString('hex')];
  const ask = async (cseq: number, more: (readonly [string, string])[]) => {
    farSide.send(
      writeSip(`REGISTER ${uri} SIP/2.0`, [
        ['Via', `SIP/2.0/${via} 127.0.0.1:${farSide.port};rport;branch=z9hG4bK${randomBytes(8).toString('hex')}`],
        ['Max-Forwards', '70'],
        ['From', `<sip:${aor}>;tag=${tag}`],
        ['To', `<sip:${aor}>`],
        ['Call-ID', callId],
        ['CSeq', `${cseq} REGISTER`],
        ['Contact', `<sip:carrier@127.0.0.1:${farSide.port}>`],
        ['Expires', '120'],
        ...more,
      ]),
    );
    return await farSide.received.next(
      'the registrar',
      (each) => each.cseq === `${cseq} REGISTER` && each.status >= 200,
    );
  };
  const challenge = (await ask(1, [])).header('WWW-Authenticate');
  const { status } = await ask(2, [['Authorization', digest({ challenge, method: 'REGISTER', uri, ...credentials })]]);
  if (status !== 200) throw new Error(`${aor} was not registered: ${status}`);
}
