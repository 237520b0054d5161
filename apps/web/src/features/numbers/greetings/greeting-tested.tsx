import type { GreetingHeard } from '@farline/contracts/voicemail/greeting';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../lib/session/queries.ts';
import { greetingsText } from '../../../texts/greetings.ts';
import { greetingsQuery } from './greetings-query.ts';

/** Which greeting a caller would hear, and why. */
export function GreetingTested({ greeting }: { greeting: GreetingHeard }) {
  const t = greetingsText.useText();
  const found = useQuery(greetingsQuery, queryClient);
  const { id, because } = greeting;
  if (id === null) return <p>{t('heardOwn')}</p>;
  const name = found.data?.items.find((each) => each.id === id)?.name;
  return name === undefined ? null : <p>{t(`heard_${because}`, { name })}</p>;
}
