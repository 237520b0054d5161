import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineBed, startEngineBed } from './testbed/engine-bed.ts';
let bed: EngineBed;
beforeAll(async () => {
  bed = await startEngineBed();
});
afterAll(async () => {
  await bed?.close();
});
test('smoke', async () => {
  const placed = await bed.place({
    trunkA: (leg) => {
      leg.reply(100);
      leg.reply(180);
      leg.reply(200);
    },
  });
  try {
    const final = await placed.leg.final();
    console.log(final.text);
    expect(final.status).toBe(200);
    console.log(await bed.server.report(placed.call, 'call.answered'));
    const bye = await placed.leg.request('BYE');
    console.log(bye.text);
    console.log(await bed.server.report(placed.call, 'call.ended'));
  } finally {
    console.log(bed.trunkA.received.all.map((m) => m.text).join('\n=====\n'));
    console.log(placed.leg.received.all.map((m) => m.text).join('\n=====\n'));
    console.log(bed.stack.kamailio.log.lines().slice(-60).join('\n'));
  }
});
