import { formatMonth } from '../../lib/format/format.ts';
import { landing } from '../../texts/landing.ts';

/** What others have been found to do: by whom it was written down, and in which month. */
const COMPARISONS = [
  {
    name: 'minutes',
    source: 'Federal Trade Commission',
    month: '2008-09',
    address: 'https://www.ftc.gov/news-events/news/press-releases/2008/09/ftc-testifies-prepaid-phone-card-fraud',
  },
  {
    name: 'fees',
    source: 'Federal Communications Commission',
    month: '2011-09',
    address: 'https://docs.fcc.gov/public/attachments/DOC-309416A1.txt',
  },
  {
    name: 'unused',
    source: 'Computeractive',
    month: '2017-09',
    address: 'https://www.pressreader.com/uk/computer-active-uk/20170913/282127816635336',
  },
] as const;

/** What prepaid customers have met with elsewhere, each with its source, beside what they find here. */
export function Comparisons() {
  const t = landing.useText();
  return (
    <section
      aria-labelledby="comparisons-title"
      data-testid="comparisons"
      className="mx-auto max-w-6xl px-5 pb-14 sm:px-8 sm:pb-20"
    >
      <h2 id="comparisons-title" className="text-display font-semibold">
        {t('comparisonsTitle')}
      </h2>
      <ul className="mt-8 grid gap-x-10 gap-y-10 @3xl:grid-cols-3">
        {COMPARISONS.map(({ name, source, month, address }) => (
          // The three stand line by line beside each other, however long their sentences are.
          <li
            key={name}
            className="grid content-start gap-4 border-t border-line pt-6 @3xl:row-span-3 @3xl:grid-rows-subgrid"
          >
            <h3 className="text-lead font-semibold tracking-normal">{t(`${name}Compared`)}</h3>
            <div className="text-muted">
              <p className="text-note font-semibold">{t('elsewhere')}</p>
              <p className="prose-width mt-1">{t(`${name}Elsewhere`)}</p>
              <a
                href={address}
                target="_blank"
                rel="noreferrer"
                className="mt-1.5 inline-flex min-h-7 items-center text-note underline underline-offset-2 hover:text-text"
              >
                <span>
                  <bdi lang="en">{source}</bdi> · {formatMonth(month)}
                </span>
              </a>
            </div>
            <div className="border-s-4 border-accent-line ps-4">
              <p className="text-note font-semibold text-accent">{t('compareHere')}</p>
              <p className="prose-width mt-1">{t(`${name}Here`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
