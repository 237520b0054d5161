import { randomBytes } from 'node:crypto';
import type { ScriptedTrunk } from '../../../../voice/testbed/scripted-trunk.ts';
import { writeSip } from '../../../../voice/testbed/sip-message.ts';
import { digest } from '../../../../voice/testbed/websocket-caller.ts';

/** Registers a scripted far side as an account's SIP phone, by UDP. */
export async function registerPhone(
  desk: ScriptedTrunk,
  who: { realm: string; username: string; password: string },
): Promise<void> {
  const uri = `sip:${who.realm}`;
  const [callId, tag] = [randomBytes(8).toString('hex'), randomBytes(5).toString('hex')];
  const ask = async (cseq: number, more: (readonly [string, string])[]) => {
    desk.send(
      writeSip(`REGISTER ${uri} SIP/2.0`, [
        ['Via', `SIP/2.0/UDP 127.0.0.1:${desk.port};rport;branch=z9hG4bK${randomBytes(8).toString('hex')}`],
        ['Max-Forwards', '70'],
        ['From', `<sip:${who.username}@${who.realm}>;tag=${tag}`],
        ['To', `<sip:${who.username}@${who.realm}>`],
        ['Call-ID', callId],
        ['CSeq', `${cseq} REGISTER`],
        ['Contact', `<sip:carrier@127.0.0.1:${desk.port}>`],
        ['Expires', '120'],
        ...more,
      ]),
    );
    return await desk.received.next('the registrar', (each) => each.cseq === `${cseq} REGISTER` && each.status >= 200);
  };
  const challenge = (await ask(1, [])).header('WWW-Authenticate');
  const { status } = await ask(2, [['Authorization', digest({ challenge, method: 'REGISTER', uri, ...who })]]);
  if (status !== 200) throw new Error(`the phone was not registered: ${status}`);
}
