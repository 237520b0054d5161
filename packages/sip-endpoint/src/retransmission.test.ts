import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestRepeater, ResponseRepeater } from './retransmission.ts';

const peer = { host: '10.0.0.1', port: 5060 };
const message = (first: string, cseq: string, branch = 'z9hG4bK1') =>
  `${first}\r\nVia: SIP/2.0/UDP 10.0.0.2;branch=${branch}\r\nCSeq: ${cseq}\r\n\r\n`;
const invite = message('INVITE sip:a@10.0.0.1 SIP/2.0', '1 INVITE');
const bye = message('BYE sip:a@10.0.0.1 SIP/2.0', '2 BYE');
const ack = message('ACK sip:a@10.0.0.1 SIP/2.0', '1 ACK');
const answer = (status: number, cseq: string) => message(`SIP/2.0 ${status} Words`, cseq);

let sent: { text: string; atMs: number }[] = [];
const send = (text: string) => void sent.push({ text, atMs: Date.now() });
const sentAt = () => sent.map(({ atMs }) => atMs);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  sent = [];
});
afterEach(() => void vi.useRealTimers());

test('an INVITE without answer is sent seven times, at doubling distances', () => {
  new RequestRepeater(send).send(invite, peer);
  vi.advanceTimersByTime(100_000);
  expect(sentAt()).toEqual([0, 500, 1500, 3500, 7500, 15500, 31500]);
});

test('a BYE without answer is sent at distances of at most four seconds, for 32 seconds', () => {
  new RequestRepeater(send).send(bye, peer);
  vi.advanceTimersByTime(100_000);
  expect(sentAt()).toEqual([0, 500, 1500, 3500, 7500, 11500, 15500, 19500, 23500, 27500, 31500]);
});

test('a provisional answer ends the repeating of an INVITE, not of a BYE', () => {
  const repeater = new RequestRepeater(send);
  repeater.send(invite, peer);
  repeater.send(bye, peer);
  repeater.accept(answer(100, '1 INVITE'));
  repeater.accept(answer(100, '2 BYE'));
  vi.advanceTimersByTime(600);
  expect(sent.map(({ text }) => text)).toEqual([invite, bye, bye]);
});

test('a refusal that comes again is acknowledged again, and goes no further', () => {
  const repeater = new RequestRepeater(send);
  repeater.send(invite, peer);
  expect(repeater.accept(answer(486, '1 INVITE'))).toBe(true);
  repeater.send(ack, peer);
  expect(repeater.accept(answer(486, '1 INVITE'))).toBe(false);
  expect(sent.map(({ text }) => text)).toEqual([invite, ack, ack]);
});

test('a 200 that comes again goes further each time: each one needs an ACK of its dialog', () => {
  const repeater = new RequestRepeater(send);
  repeater.send(invite, peer);
  expect([repeater.accept(answer(200, '1 INVITE')), repeater.accept(answer(200, '1 INVITE'))]).toEqual([true, true]);
});

test('a request that comes again gets the same answer, once for each time', () => {
  const repeater = new ResponseRepeater(send);
  expect(repeater.accept(bye, peer)).toBe(true);
  expect(repeater.accept(bye, peer)).toBe(false);
  expect(sent).toHaveLength(0);
  repeater.reply(answer(200, '2 BYE'));
  vi.advanceTimersByTime(31_000);
  expect(repeater.accept(bye, peer)).toBe(false);
  expect(sent).toHaveLength(2);
});

test('a refused INVITE is answered again until its ACK comes', () => {
  const repeater = new ResponseRepeater(send);
  repeater.accept(invite, peer);
  repeater.reply(answer(486, '1 INVITE'));
  vi.advanceTimersByTime(4000);
  expect(sentAt()).toEqual([0, 500, 1500, 3500]);
  expect(repeater.accept(ack, peer)).toBe(true);
  vi.advanceTimersByTime(100_000);
  expect(sent).toHaveLength(4);
});

test('without any ACK a refusal is repeated for 32 seconds and then forgotten', () => {
  const repeater = new ResponseRepeater(send);
  repeater.accept(invite, peer);
  repeater.reply(answer(603, '1 INVITE'));
  vi.advanceTimersByTime(100_000);
  expect(sentAt().at(-1)).toBe(31_500);
  expect(repeater.requestOf('z9hG4bK1', 'INVITE')).toBeNull();
});

test('a response to a request that is not known goes nowhere', () => {
  new ResponseRepeater(send).reply(answer(200, '2 BYE'));
  expect(sent).toHaveLength(0);
});
