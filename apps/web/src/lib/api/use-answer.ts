import { startTransition, useEffect, useState } from 'react';

export type Answer<Value> = { is: 'waiting' } | { is: 'failed' } | { is: 'here'; value: Value };

/** One answer from the server for a page that must stay light: without cache and retries. Asked anew when `key` changes. */
export function useAnswer<Value>(key: string, ask: (key: string) => Promise<Value>): Answer<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>({ is: 'waiting' });
  useEffect(() => {
    let isWanted = true;
    ask(key).then(
      // What it brings is made in small pieces, for slow telephones.
      (value) => isWanted && startTransition(() => setAnswer({ is: 'here', value })),
      () => isWanted && setAnswer({ is: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, ask]);
  return answer;
}
