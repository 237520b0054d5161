import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { landing } from '../../texts/landing.ts';
import { Button } from '../../ui/button.tsx';

const QUESTIONS = [
  ['appQ', 'appA'],
  ['needQ', 'needA'],
  ['shownQ', 'shownA'],
  ['costQ', 'costA'],
  ['expireQ', 'expireA'],
  ['emergencyQ', 'emergencyA'],
  ['sipQ', 'sipA'],
  ['backQ', 'backA'],
] as const;

/** What strangers ask before they sign up; each answer opens without any script. */
export function CommonQuestions() {
  const t = landing.useText();
  return (
    <section
      aria-labelledby="questions-title"
      data-testid="questions"
      className="mx-auto max-w-6xl px-5 py-14 sm:px-8 sm:py-20"
    >
      <h2 id="questions-title" className="text-display font-semibold">
        {t('questionsTitle')}
      </h2>
      <div className="mt-8 border-b border-line">
        {QUESTIONS.map(([question, answer]) => (
          <details key={question} className="group border-t border-line">
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 text-lead font-semibold hover:text-accent [&::-webkit-details-marker]:hidden">
              <h3 className="min-w-0 font-sans tracking-normal">{t(question)}</h3>
              <ChevronDown
                aria-hidden
                className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="prose-width pb-6 text-muted">{t(answer)}</p>
          </details>
        ))}
      </div>
      <Button asChild look="link" className="mt-6">
        <Link to="/help">{t('questionsMore')}</Link>
      </Button>
    </section>
  );
}
