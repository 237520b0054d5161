import { Link } from 'react-router';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { useReachesRealPhones } from '../lib/page/operator.ts';
import { createPart } from '../lib/page/part.ts';
import { PracticeNumbers } from '../features/sandbox/practice-numbers.tsx';
import { useSession } from '../lib/session/session.ts';
import { helpText } from '../texts/help.ts';
import { Button } from '../ui/button.tsx';

const ANSWERS = [
  { id: 'calling', title: 'callTitle', body: ['call1', 'call2', 'call3'] },
  { id: 'prices', title: 'moneyTitle', body: ['money1', 'money2', 'money3'], link: ['/pricing', 'moneyLink'] },
  {
    id: 'simulated',
    title: 'simulatedTitle',
    body: ['simulated1', 'simulated2'],
    link: ['/webrtc-test', 'simulatedLink'],
    more: ['/calling-cards-ivr-test', 'simulatedCards'],
  },
  { id: 'sound', title: 'soundTitle', body: ['sound1', 'sound2', 'sound3'], link: ['/settings/sound', 'soundLink'] },
  { id: 'keyboard', title: 'keysTitle', body: ['keys1'] },
  { id: 'sip', title: 'sipTitle', body: ['sip1'], link: ['/settings/phones', 'sipLink'] },
  { id: 'safety', title: 'safeTitle', body: ['safe1'], link: ['/settings/security', 'safeLink'] },
  { id: 'leaving', title: 'leaveTitle', body: ['leave1'] },
  {
    id: 'broken',
    title: 'brokenTitle',
    body: ['broken1'],
    link: ['/status', 'brokenLink'],
    more: ['/api-test', 'brokenApi'],
  },
] as const;

/** The page is open to visitors, who have no phone. */
const phone = createPart(async () => await import('../features/phone/phone-store.ts'));

function putInPhone(number: string): void {
  phone.load().then(({ openPhone }) => openPhone(number), noteMissing);
}

function noteMissing(error: unknown): void {
  console.warn('The phone could not be loaded', error);
}

/** /help */
export function Page() {
  const t = helpText.useText();
  usePageTitle(t('pageTitle'));
  const isSignedIn = useSession(({ status }) => status === 'signed-in');
  return (
    <article className="mx-auto max-w-3xl px-5 py-10 sm:px-8 sm:py-14">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <p className="prose-width mt-3 text-lead text-muted">{t('lead')}</p>
      <nav aria-label={t('contents')} className="mt-7 rounded-card bg-softer p-5 sm:p-6">
        <ul className="grid gap-2 sm:grid-cols-2 sm:gap-x-6">
          {ANSWERS.map(({ id, title }) => (
            <li key={id}>
              <Button asChild look="link" className="text-start">
                <a href={`#${id}`}>{t(title)}</a>
              </Button>
            </li>
          ))}
        </ul>
      </nav>
      {ANSWERS.map((answer) => (
        <section key={answer.id} id={answer.id} className="mt-10">
          <h2 className="text-title font-semibold">{t(answer.title)}</h2>
          {answer.body.map((paragraph) => (
            <p key={paragraph} className="prose-width mt-3">
              {t(paragraph)}
            </p>
          ))}
          {answer.id === 'simulated' && <WhoIsReached />}
          {answer.id === 'simulated' && <PracticeNumbers onDial={isSignedIn ? putInPhone : null} />}
          {'link' in answer && (
            <Button asChild look="quiet" size="small" className="mt-4">
              <Link to={answer.link[0]}>{t(answer.link[1])}</Link>
            </Button>
          )}
          {'more' in answer && (
            <Button asChild look="quiet" size="small" className="ms-2 mt-4">
              <Link to={answer.more[0]}>{t(answer.more[1])}</Link>
            </Button>
          )}
        </section>
      ))}
    </article>
  );
}

/** When real phones ring, or that none does here. */
function WhoIsReached() {
  const t = helpText.useText();
  const reachesRealPhones = useReachesRealPhones();
  if (reachesRealPhones === null) return null;
  return <p className="prose-width mt-3">{t(reachesRealPhones ? 'simulatedReal' : 'simulatedOnly')}</p>;
}
