import { expect, test } from 'vitest';
import { doubtOf, type ShownNumber } from './doubt-caller.ts';

const CALLED = '+14155550123';
const stranger: ShownNumber = {
  number: '+442079460123',
  called: CALLED,
  verstat: '',
  exists: true,
  isOfThisHouse: false,
  isCallingOut: false,
  isKnown: false,
  isBlocked: false,
};
const neighbour = { number: '+14155559876' };

test.each<[string, Partial<ShownNumber>, ReturnType<typeof doubtOf>]>([
  ['somebody whom nothing speaks against', {}, null],
  ['somebody the carrier did not check', { verstat: 'No-TN-Validation' }, null],
  ['somebody who passed the check', { verstat: 'TN-Validation-Passed' }, null],
  ['somebody who failed it', { verstat: 'TN-Validation-Failed' }, 'failed_check'],
  ['a contact who failed it', { verstat: 'TN-Validation-Failed', isKnown: true }, 'failed_check'],
  ['a number that cannot be', { exists: false }, 'no_such_number'],
  ['a number that cannot be, and passed', { exists: false, verstat: 'TN-Validation-Passed' }, 'no_such_number'],
  ['the number that was called', { number: CALLED, isOfThisHouse: true }, 'called_number'],
  [
    'the number that was called, by a call of its own',
    { number: CALLED, isOfThisHouse: true, isCallingOut: true },
    null,
  ],
  ['a number of this house that calls nobody', { isOfThisHouse: true }, 'own_number'],
  ['a number of this house whose call comes back in', { isOfThisHouse: true, isCallingOut: true }, null],
  ['a number of this house that passed', { isOfThisHouse: true, verstat: 'TN-Validation-Passed' }, null],
  ['an unknown neighbour', neighbour, 'neighbour'],
  ['a neighbour the carrier did not check', { ...neighbour, verstat: 'No-TN-Validation' }, 'neighbour'],
  ['a neighbour who passed', { ...neighbour, verstat: 'TN-Validation-Passed' }, null],
  ['a neighbour among the contacts', { ...neighbour, isKnown: true }, null],
  ['one with other digits before the last four', { number: '+14155450123' }, null],
  ['one of another length', { number: '+1415555012' }, null],
  ['somebody blocked', { isBlocked: true }, 'blocked'],
  ['somebody blocked who failed the check', { isBlocked: true, verstat: 'TN-Validation-Failed' }, 'blocked'],
])('%s', (_, over, doubt) => {
  expect(doubtOf({ ...stranger, ...over })).toBe(doubt);
});
