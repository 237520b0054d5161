import { Link } from 'react-router';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { notFoundText } from '../texts/not-found.ts';
import { Button } from '../ui/button.tsx';

/** Every address without a page. */
export function Page() {
  const t = notFoundText.useText();
  usePageTitle(t('title'));
  return (
    <div className="mx-auto max-w-3xl px-5 py-16 sm:px-8 sm:py-24">
      <BrokenArc />
      <h1 className="mt-8 text-display font-semibold">{t('title')}</h1>
      <p className="prose-width mt-3 text-lead text-muted">{t('body')}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild>
          <Link to="/">{t('home')}</Link>
        </Button>
        <Button asChild look="quiet">
          <Link to="/dashboard">{t('dashboard')}</Link>
        </Button>
      </div>
    </div>
  );
}

/** The mark with its arc interrupted: near, and no far. */
function BrokenArc() {
  return (
    <svg viewBox="0 0 300 120" fill="none" aria-hidden className="w-full max-w-sm text-accent">
      <path d="M24 92C24 40 78 16 128 18" stroke="currentColor" strokeWidth="9" strokeLinecap="round" />
      <path
        d="M168 26C216 36 262 58 268 84"
        stroke="currentColor"
        strokeWidth="9"
        strokeLinecap="round"
        strokeDasharray="0.1 22"
        opacity="0.55"
      />
      <circle cx="24" cy="98" r="18" fill="currentColor" />
      <circle cx="268" cy="102" r="11" stroke="currentColor" strokeWidth="4" strokeDasharray="5 6" opacity="0.7" />
    </svg>
  );
}
