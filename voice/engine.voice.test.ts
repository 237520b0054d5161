import { afterAll, beforeAll } from 'vitest';
import { asksTheServer } from './promises/asks-the-server.ts';
import { carriesDigits } from './promises/carries-digits.ts';
import { carriesOverTcp } from './promises/carries-over-tcp.ts';
import { countsSeconds } from './promises/counts-seconds.ts';
import { cutsCalls } from './promises/cuts-calls.ts';
import { followsCallers } from './promises/follows-callers.ts';
import { guardsSound, SITE_BEHIND_ROUTER } from './promises/guards-sound.ts';
import { knowsPhones } from './promises/knows-phones.ts';
import { keepsSecrets } from './promises/keeps-secrets.ts';
import { logsInToCarriers } from './promises/logs-in-to-carriers.ts';
import { letsGo } from './promises/lets-go.ts';
import { placesCalls } from './promises/places-calls.ts';
import { registersWithCarriers } from './promises/registers-with-carriers.ts';
import { registersPhones } from './promises/registers-phones.ts';
import { ringsPhones } from './promises/rings-phones.ts';
import { keepsInStep } from './promises/keeps-in-step.ts';
import { understandsPhones } from './promises/understands-phones.ts';
import { turnsAway } from './promises/turns-away.ts';
import { type EngineBed, startEngineBed } from './testbed/engine-bed.ts';

let bed: EngineBed;
beforeAll(async () => {
  bed = await startEngineBed({ kamailio: { soundLearnedFrom: [SITE_BEHIND_ROUTER] } });
});
afterAll(async () => {
  await bed?.close();
});

placesCalls(() => bed);
cutsCalls(() => bed);
keepsInStep(() => bed);
letsGo(() => bed);
logsInToCarriers(() => bed);
registersWithCarriers(() => bed);
countsSeconds(() => bed);
followsCallers(() => bed);
asksTheServer(() => bed);
keepsSecrets(() => bed);
turnsAway(() => bed);
registersPhones(() => bed);
ringsPhones(() => bed);
guardsSound(() => bed);
carriesDigits(() => bed);
understandsPhones(() => bed);
knowsPhones(() => bed);
carriesOverTcp(() => bed);
