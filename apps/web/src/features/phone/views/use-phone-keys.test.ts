import '../../../lib/testing/browser-stand-ins.ts';
import type { Call } from '@farline/contracts/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { placeCall, toggleMute } from '../call-control.ts';
import { resetPhone, usePhone } from '../phone-store.ts';
import { pressPhoneKey } from './use-phone-keys.ts';

vi.mock('../call-control.ts', () => ({
  placeCall: vi.fn<typeof placeCall>(),
  toggleMute: vi.fn<typeof toggleMute>(),
}));

const FIELD = '[data-number-field]';
const PANEL = '[data-phone-panel]';
const ENDED = { state: 'ended', call: { direction: 'outbound', to: '+447700900456' } as Call } as const;

class StandInElement {
  readonly isContentEditable = false;
  readonly kind: string;
  readonly type: string;
  constructor(kind = '', type = '') {
    this.kind = kind;
    this.type = type;
  }
  matches = (selector: string) => selector.split(', ').includes(this.kind);
  closest = (selector: string) => (this.matches(selector) ? this : null);
}

/** A key on an element of a page that shows these parts of the phone. */
function pressKeyOn(key: string, shown: string[], target: StandInElement): void {
  const querySelector = (selector: string) => (shown.includes(selector) ? target : null);
  vi.stubGlobal('document', { ...document, body: target, querySelector });
  pressPhoneKey({ key, target, preventDefault: () => undefined } as unknown as KeyboardEvent);
}

const pressEnter = (shown: string[], target = new StandInElement()): void => pressKeyOn('Enter', shown, target);

beforeEach(() => {
  vi.stubGlobal('HTMLElement', StandInElement);
  resetPhone();
  vi.mocked(placeCall).mockClear();
});

test('Enter calls what stands in the field of a phone that is there to be seen, from anywhere on the page', () => {
  usePhone.setState({ typed: '+447700900123' });
  pressEnter([PANEL, FIELD]);
  expect(vi.mocked(placeCall).mock.calls).toEqual([['+447700900123']]);
  pressEnter([PANEL, FIELD], new StandInElement(FIELD));
  expect(placeCall).toHaveBeenCalledTimes(2);
});

test.each([
  ['put away', []],
  ['showing a call elsewhere, or its sound', [PANEL]],
])('Enter calls nobody with the phone %s: what was left in its field is not seen', (_how, shown) => {
  usePhone.setState({ typed: '+447700900123' });
  pressEnter(shown);
  expect(placeCall).not.toHaveBeenCalled();
});

test('Enter calls again after a call where the phone shows how it ended, and nobody where it is put away', () => {
  usePhone.setState({ phone: ENDED as unknown as ReturnType<typeof usePhone.getState>['phone'] });
  pressEnter([]);
  expect(placeCall).not.toHaveBeenCalled();
  pressEnter([PANEL]);
  expect(vi.mocked(placeCall).mock.calls).toEqual([['+447700900456']]);
});

test.each(['range', 'checkbox', 'radio'])(
  'M mutes while the focus is on an input that nobody types in (%s), and Enter there calls nobody',
  (type) => {
    const call = { direction: 'outbound', to: '+447700900456' } as Call;
    vi.mocked(toggleMute).mockClear();
    usePhone.setState({ phone: { state: 'talking', call, answeredAtMs: 0, signalling: 'connected' } });
    pressKeyOn('m', [PANEL], new StandInElement('input', type));
    expect(toggleMute).toHaveBeenCalledTimes(1);
    pressKeyOn('m', [PANEL], new StandInElement('input', 'text'));
    pressKeyOn('m', [PANEL], new StandInElement('select', 'select-one'));
    expect(toggleMute).toHaveBeenCalledTimes(1);

    resetPhone();
    usePhone.setState({ typed: '+447700900123' });
    pressEnter([PANEL, FIELD], new StandInElement('input', type));
    expect(placeCall).not.toHaveBeenCalled();
  },
);
