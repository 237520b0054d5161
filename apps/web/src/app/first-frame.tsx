import { shell } from '../texts/shell.ts';
import { Skeleton } from '../ui/card.tsx';
import { Wordmark } from '../ui/mark.tsx';
import { lookOfWay, SEARCH_LOOK, SIDEBAR_LOOK, WAYS_AROUND } from './ways-around.ts';

/**
 * What stands around the dashboard of a signed-in person, before any script has run and without anything of theirs: the top bar, the
 * ways around, and the shapes of what comes. Its links lead on from the first moment.
 */
export function FirstFrame() {
  return (
    <div className="flex min-h-dvh flex-col" data-testid="first-frame">
      <header className="sticky top-0 z-30 border-b border-line bg-ground/95">
        <div className="flex h-16 items-center gap-1.5 px-3 sm:gap-3 sm:px-6">
          <span className="size-11 lg:hidden" />
          <a href="/" aria-label={shell.say('home')} className="flex min-w-0 overflow-hidden rounded-small">
            <Wordmark />
          </a>
          <div className="flex-1" />
          <Skeleton className="h-9 w-20 rounded-full" />
        </div>
      </header>
      <aside className={SIDEBAR_LOOK}>
        {/* It opens once its script has come. */}
        <span aria-hidden className={SEARCH_LOOK} />
        <nav aria-label={shell.say('menu')} className="grid gap-1">
          {WAYS_AROUND.map(({ to, word, icon: Icon }) => (
            <a key={to} href={to} className={lookOfWay(to === '/dashboard')}>
              <Icon aria-hidden className="size-5" />
              <span data-english>{shell.say(word)}</span>
            </a>
          ))}
        </nav>
      </aside>
      <main aria-busy="true" className="@container flex-1 lg:ps-60 railed:pe-16 docked:pe-[25.5rem]">
        <div className="mx-auto grid max-w-5xl gap-8 px-5 py-8 sm:px-8 [&>*]:min-w-0">
          <Skeleton className="h-11 w-80 max-w-full" />
          <div className="grid grid-cols-2 gap-3 @3xl:grid-cols-4">
            {['balance', 'calls', 'spent', 'length'].map((figure) => (
              <Skeleton key={figure} className="h-32 rounded-card" />
            ))}
          </div>
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-80 rounded-card" />
        </div>
      </main>
      <div className="fixed end-6 top-22 h-[min(42.5rem,calc(100dvh-7rem))] w-90 rounded-card bg-raised shadow-float undocked:hidden" />
    </div>
  );
}
