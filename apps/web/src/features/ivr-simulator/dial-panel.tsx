import { CreditCard, Delete, Phone, PhoneOff, UserRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ivrText } from '../../texts/ivr-simulator.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { DialKeypad } from './dial-keypad.tsx';
import { lineOf, SHORTCUTS } from './sample-lines.ts';
import type { Connection, SimulatorEvent } from './simulator.ts';

/** Everything that dials: the two lines, the four shortcuts, the number field with its keypad. */
export function DialPanel({ connection, send }: { connection: Connection; send: (event: SimulatorEvent) => void }) {
  const t = ivrText.useText();
  const [typed, setTyped] = useState('');
  const call = connection.state === 'connected' ? connection.call : null;
  const dial = (number: string): void => {
    setTyped(number);
    send({ type: 'dial', number });
  };
  const dialTyped = (event: FormEvent): void => {
    event.preventDefault();
    send({ type: 'dial', number: typed });
  };
  // In a call the keys belong to the menu, as on any telephone.
  const press = (key: string): void => {
    if (call?.state === 'talking') send({ type: 'key', key });
    else setTyped(typed + key);
  };

  return (
    <Card aria-label={t('callTitle')}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-title font-semibold">{t('callTitle')}</h2>
        <CallSign call={call} />
      </div>
      <div className="mt-4 grid gap-3 @md:grid-cols-2">
        <Button onClick={() => dial(lineOf('card'))}>
          <CreditCard aria-hidden className="size-5" />
          {t('callCard')}
        </Button>
        <Button onClick={() => dial(lineOf('pinless'))}>
          <UserRound aria-hidden className="size-5" />
          {t('callPinless')}
        </Button>
      </div>

      <h3 className="mb-2 mt-6 text-note font-medium">{t('shortcuts')}</h3>
      <ul className="grid gap-2 @md:grid-cols-2">
        {SHORTCUTS.map(({ service, number }) => (
          <li key={service}>
            <button
              type="button"
              onClick={() => dial(number)}
              className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-control bg-soft px-3.5 py-2 text-start transition-colors hover:bg-press"
            >
              <span className="font-medium">{t(`service_${service}`)}</span>
              <span className="phone-number text-note text-muted">{number}</span>
            </button>
          </li>
        ))}
      </ul>

      <form onSubmit={dialTyped} className="mx-auto mt-6 grid max-w-sm gap-3">
        <Field
          label={t('manualDial')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          end={
            typed !== '' && (
              <IconButton label={t('deleteDigit')} onClick={() => setTyped(typed.slice(0, -1))}>
                <Delete aria-hidden className="size-5" />
              </IconButton>
            )
          }
        />
        <DialKeypad onPress={press} isMenu={call?.state === 'talking'} />
        <div className="grid grid-cols-2 gap-3">
          <Button type="submit" look="call" disabled={call !== null}>
            <Phone aria-hidden className="size-5" />
            {t('dial')}
          </Button>
          <Button look="stop" disabled={call === null} onClick={() => send({ type: 'hang-up' })}>
            <PhoneOff aria-hidden className="size-5" />
            {t('hangUp')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function CallSign({ call }: { call: Extract<Connection, { state: 'connected' }>['call'] }) {
  const t = ivrText.useText();
  const words = { dialling: 'dialling', talking: 'talking' } as const;
  return (
    <p role="status" data-testid="call-state" data-state={call?.state ?? 'none'} className="text-note text-muted">
      {call === null ? t('noCall') : t(words[call.state], { number: call.number })}
    </p>
  );
}
