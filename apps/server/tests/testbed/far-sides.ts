import type { Stack } from '@farline/tools/stack';
import { type ScriptedTrunk, startScriptedTrunk } from '../../../../voice/testbed/scripted-trunk.ts';
import { browserAnswer } from '../../../../voice/testbed/sdp.ts';
import { readSip, uriOf, writeSip } from '../../../../voice/testbed/sip-message.ts';
import { webSocketWire } from '../../../../voice/testbed/trunk-wire.ts';
import type { Caller } from './callers.ts';
import { registerPage, registerPhone } from './register-phone.ts';

const ANSWERS_AFTER_MS = 600;

/** Rings, and answers after some tenths of a second, unless a trick has done so before. */
export function ringsAndAnswers(farSide: ScriptedTrunk, body?: string): void {
  farSide.otherwise((leg) => {
    const isAnswered = () => farSide.calls.some((call) => call.toTags.includes(leg.toTag) && call.answeredAt !== null);
    leg.reply(180);
    setTimeout(() => {
      if (!isAnswered()) leg.reply(200, 'OK', body === undefined ? {} : { body });
    }, ANSWERS_AFTER_MS);
  });
}

/** A SIP phone of the caller's that rings and answers. */
export async function deskPhoneOf({ ports, sip }: Stack, caller: Caller): Promise<ScriptedTrunk> {
  const { phone, password } = await caller.addSipPhone('Desk phone');
  const desk = await startScriptedTrunk(ports.phones);
  ringsAndAnswers(desk);
  await registerPhone(desk, { realm: sip.realm, username: phone.username, password });
  return desk;
}

/** A page of the caller's that rings and answers. */
export async function pageOf({ websocketUrl, url, sip }: Stack, { userId }: Caller): Promise<ScriptedTrunk> {
  const page = await startScriptedTrunk(0, 0, webSocketWire({ url: websocketUrl, origin: new URL(url).origin }));
  ringsAndAnswers(page, browserAnswer());
  await registerPage(page, { realm: sip.realm, userId, secret: sip.secret });
  return page;
}

/** What is said within a call by its caller, as the far side would say it: towards the caller, through the ports of carriers. */
export function asFarSide(words: string): string {
  const said = readSip(words);
  return writeSip(`${said.method} ${uriOf(said.header('Contact'))} SIP/2.0`, [
    ['Via', said.header('Via')],
    ['Max-Forwards', '69'],
    ...said
      .headers('Route')
      .toReversed()
      .map((route) => ['Route', route] as const),
    ['From', said.header('To')],
    ['To', said.header('From')],
    ['Call-ID', said.callId],
    ['CSeq', said.cseq],
  ]);
}
