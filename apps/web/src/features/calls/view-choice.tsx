import { callsText } from '../../texts/calls.ts';
import { Segments } from '../../ui/segments.tsx';
import type { CallsView } from './calls-address.ts';

/** The people of the calls, or a list of each. */
export function ViewChoice({ view, onChoose }: { view: CallsView; onChoose: (view: CallsView) => void }) {
  const t = callsText.useText();
  return (
    <Segments
      label={t('shownAs')}
      value={view}
      options={[
        { value: 'people', label: t('people') },
        { value: 'all', label: t('allCalls') },
      ]}
      onChoose={onChoose}
    />
  );
}
