import type { Greeting } from '@farline/contracts/voicemail/greetings';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Play, Plus, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '../../../lib/format/format.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { i18n } from '../../../lib/language/i18n.ts';
import { queryClient } from '../../../lib/session/queries.ts';
import { greetingsText } from '../../../texts/greetings.ts';
import { numberRulesText } from '../../../texts/numbers/number-rules.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/card.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { AddGreeting } from './add-greeting.tsx';
import { ChangeGreeting, DeleteGreeting } from './change-greeting.tsx';
import { greetingsQuery } from './greetings-query.ts';
import { usePlayer } from './use-player.ts';

type Asking = { is: 'nothing' | 'add' } | { is: 'change' | 'delete'; greeting: Greeting };

/** The greetings of the account: heard, changed, deleted, and new ones. */
export function Greetings() {
  const t = greetingsText.useText();
  const found = useQuery(greetingsQuery, queryClient);
  const [asking, ask] = useState<Asking>({ is: 'nothing' });
  const close = (): void => ask({ is: 'nothing' });
  if (found.isPending) return <Skeleton className="h-20 w-full rounded-card" />;
  if (found.data === undefined) {
    return (
      <Failed error={found.error} fallback={t('failed')} safe={t('safe')} onTryAgain={() => void found.refetch()} />
    );
  }
  const { items, most } = found.data;
  return (
    <div className="grid gap-4" data-testid="greetings">
      {items.length === 0 && asking.is !== 'add' && <p className="text-muted">{t('none')}</p>}
      {items.length > 0 && <GreetingList items={items} onAsk={ask} />}
      {asking.is === 'add' && <AddGreeting onDone={close} />}
      {asking.is !== 'add' && items.length < most && (
        <Button look="quiet" size="small" className="justify-self-start" onClick={() => ask({ is: 'add' })}>
          <Plus aria-hidden className="size-4" />
          {t('add')}
        </Button>
      )}
      {items.length >= most && <p className="text-note text-muted">{t('full')}</p>}
      {asking.is === 'change' && <ChangeGreeting greeting={asking.greeting} onClose={close} />}
      {asking.is === 'delete' && <DeleteGreeting greeting={asking.greeting} onClose={close} />}
    </div>
  );
}

function GreetingList({ items, onAsk }: { items: Greeting[]; onAsk: (asking: Asking) => void }) {
  const t = greetingsText.useText();
  const { playing, play, stop } = usePlayer();
  return (
    <ul>
      {items.map((greeting) => {
        const { id, name, usedBy } = greeting;
        const isPlaying = playing === id;
        const Icon = isPlaying ? Square : Play;
        return (
          <li
            key={id}
            className="flex items-center gap-2 border-t border-line py-2 first:border-t-0"
            data-testid="greeting"
          >
            <IconButton
              label={t(isPlaying ? 'stop' : 'play', { name })}
              onClick={() => (isPlaying ? stop() : void play(id))}
            >
              <Icon aria-hidden className="size-4.5" />
            </IconButton>
            <div className="min-w-0 flex-1">
              <p className="break-words font-medium">{name}</p>
              <p className="break-words text-note text-muted">
                {whatItIs(greeting)}
                {usedBy.length > 0 && ` · ${t('usedBy', { numbers: listed(usedBy) })}`}
              </p>
            </div>
            <IconButton
              label={t(greeting.kind === 'spoken' ? 'change' : 'rename', { name })}
              onClick={() => onAsk({ is: 'change', greeting })}
            >
              <Pencil aria-hidden className="size-4.5" />
            </IconButton>
            <IconButton label={t('delete', { name })} onClick={() => onAsk({ is: 'delete', greeting })}>
              <Trash2 aria-hidden className="size-4.5" />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

function whatItIs(greeting: Greeting): string {
  const t = greetingsText.say;
  if (greeting.kind === 'recorded') return t('recordedFor', { duration: formatDuration(greeting.seconds) });
  return t('spokenIn', { language: numberRulesText.say(`lang_${greeting.language}`) });
}

const listed = (numbers: string[]): string => numbers.map(showNumber).join(i18n.t('comma', { ns: 'shared' }));
