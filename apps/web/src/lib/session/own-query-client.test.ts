import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { OwnQueryClient } from './own-query-client.ts';

const queryKey = ['billing', 'history'];

/** A query whose answers come when the test says so. */
function aQuery() {
  const client = new OwnQueryClient();
  const answers: ((lines: string) => void)[] = [];
  const queryFn = async () => await new Promise<string>((answer) => answers.push(answer));
  const options = { queryKey, queryFn, retry: false, staleTime: 0 };
  /** A page shows it, and the first answer is under way. */
  const showIt = async () => {
    const shown = new QueryObserver(client, options);
    onTestFinished(shown.subscribe(() => undefined));
    await expect.poll(() => answers.length).toBe(1);
    return shown;
  };
  return { client, answers, options, showIt };
}

test('a first load that was under way when its query was invalidated is asked for again, once', async () => {
  const { client, answers, showIt } = aQuery();
  const shown = await showIt();

  void client.invalidateQueries({ queryKey: ['billing'] });
  void client.invalidateQueries({ queryKey: ['billing'] });
  answers[0]?.('old');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('new');
  await expect.poll(() => shown.getCurrentResult()).toMatchObject({ data: 'new', isFetching: false });
  expect(answers.length).toBe(2);
});

test('what no page shows any more is stale when an answer comes that was under way as it was invalidated', async () => {
  const { client, answers, options } = aQuery();
  client.setQueryData(queryKey, 'oldest');
  void client.fetchQuery(options);
  await expect.poll(() => answers.length).toBe(1);

  void client.invalidateQueries({ queryKey });
  answers[0]?.('old');
  await expect.poll(() => client.getQueryState(queryKey)).toMatchObject({ data: 'old', isInvalidated: true });
});

test('what is shown is asked for again at once, and the older answer is dropped', async () => {
  const { client, answers, showIt } = aQuery();
  client.setQueryData(queryKey, 'oldest');
  const shown = await showIt();

  void client.invalidateQueries({ queryKey });
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.('old');
  answers[1]?.('new');
  await expect.poll(() => shown.getCurrentResult()).toMatchObject({ data: 'new', isFetching: false });
  expect(answers.length).toBe(2);
});

test('nothing is asked for after a query was removed, though its answer comes late', async () => {
  const { client, answers, options } = aQuery();
  const first = client.fetchQuery(options);
  await expect.poll(() => answers.length).toBe(1);
  void client.invalidateQueries();
  client.removeQueries();
  answers[0]?.('old');
  await first.catch(() => undefined);
  expect(client.getQueryState(queryKey)).toBeUndefined();
  expect(answers.length).toBe(1);
});
