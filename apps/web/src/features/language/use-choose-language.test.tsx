import { answerRequests, keepToken, storage } from '../../lib/testing/browser-stand-ins.ts';
import type { User } from '@farline/contracts/auth';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { i18n } from '../../lib/language/i18n.ts';
import { chooseLanguage, speakWith } from '../../lib/language/language.ts';
import { useSession } from '../../lib/session/session.ts';
import { useChooseLanguage } from './use-choose-language.ts';

beforeEach(async () => {
  storage.clear();
  await i18n.changeLanguage('en');
});

test('of two languages that are chosen one after the other, the second is spoken and kept, whichever texts come first', async () => {
  keepToken('token', 600_000);
  const user = { id: 'u', email: 'ada@example.com', language: 'es' } as User;
  useSession.setState({ status: 'signed-in', user });
  const requests = answerRequests({ status: 200, body: { user } });
  let choose: ReturnType<typeof useChooseLanguage>['choose'] = async () => undefined;
  const Chooser = () => {
    ({ choose } = useChooseLanguage());
    return null;
  };
  renderToStaticMarkup(<Chooser />);
  // The texts of French are still to be loaded, those of English are there.
  await Promise.all([choose('fr'), choose('en')]);
  expect(i18n.language).toBe('en');
  expect(storage.get('farline.language')).toBe('en');
  expect(requests.map(({ body }) => body)).toEqual([{ language: 'en' }]);
});

test('a language that somebody chooses while they sign in is not given up for that of their profile', async () => {
  await Promise.all([chooseLanguage('pt'), speakWith({ language: 'es' })]);
  expect(i18n.language).toBe('pt');
  expect(storage.get('farline.language')).toBe('pt');
});
