import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../project.ts';
import { findChangedCounters } from './find-changed-counters.ts';

const LOOP = 'voice/kamailio/steps/granted-ends.cfg';
const OTHER = 'voice/kamailio/steps/digest.cfg';
const loop = (round: string) => `route[CUT_CALLS] {
    $var(number) = 1;
    while ($var(number) <= $var(count) && $var(found) == "") {
        ${round}
        $var(number) = $var(number) + 1;
    }
    route(AFTERWARDS);
}
`;
const route = (name: string, text: string) => `${name} {\n    ${text}\n}\n`;
const changes = '$var(number) = $(cs{s.int}) + $var(moved);';

test('no loop of Kamailio’s scripts is counted on by a route that a round of it leads to', () => {
  expect(findChangedCounters(PROJECT)).toEqual([]);
});

test.each([
  ['by a route that a round calls', 'route(CUT);', route('route[CUT]', changes), 'CUT'],
  ['further away', 'route(CUT);', route('route[CUT]', 'route(FAR);') + route('route[FAR]', changes), 'FAR'],
  [
    'by what writes into it',
    'route(CUT);',
    route('route[CUT]', 'jansson_get("a", "$evapi(msg)", "$var(number)");'),
    'CUT',
  ],
  [
    'as a BYE of ours leaves',
    'dlg_bye("all");',
    route('event_route[tm:local-request]', 'route(WRITE_CSEQ);') + route('route[WRITE_CSEQ]', changes),
    'WRITE_CSEQ',
  ],
])('a loop whose counter is changed %s is found', (_how, round, others, by) => {
  expect(findChangedCounters(plant({ [LOOP]: loop(round), [OTHER]: others }))).toEqual([
    `changed-counter: ${LOOP} counts by $var(number) in CUT_CALLS, and ${by} changes it meanwhile: give it another name there`,
  ]);
});

test.each([
  ['a route reads the counter', 'route(CUT);', route('route[CUT]', '$var(at) = $var(number);')],
  ['a route ends the loop by another word', 'route(CUT);', route('route[CUT]', '$var(found) = "yes";')],
  ['a comment names it', 'route(CUT);', route('route[CUT]', `# ${changes}`)],
  ['it is changed once the loop is over', 'route(CUT);', route('route[AFTERWARDS]', changes)],
])('a loop is left in peace where %s', (_what, round, others) => {
  expect(findChangedCounters(plant({ [LOOP]: loop(round), [OTHER]: others }))).toEqual([]);
});

function plant(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), 'farline-counters-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return project;
}
