import { callsText } from '../../texts/calls.ts';
import { messagesText } from '../../texts/messages.ts';
import { Segments } from '../../ui/segments.tsx';
import type { CallsView } from './calls-address.ts';

/** The people of the calls, or a list of each. */
export function ViewChoice({ view, onChoose }: { view: CallsView; onChoose: (view: CallsView) => void }) {
  const t = callsText.useText();
  const words = messagesText.useText();
  return (
    <Segments
      label={words('shownAs')}
      value={view}
      options={[
        { value: 'people', label: words('people') },
        { value: 'all', label: t('allCalls') },
      ]}
      onChoose={onChoose}
    />
  );
}
