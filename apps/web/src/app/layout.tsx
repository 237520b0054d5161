import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useCallInProgress } from '../lib/calls/call-in-progress.ts';
import { pageOf } from '../lib/page/page-of.ts';
import { tellToaster, useToaster } from '../lib/page/toaster.ts';
import { useSession } from '../lib/session/session.ts';
import { shell } from '../texts/shell.ts';
import { cx } from '../ui/cx.ts';
import { later } from '../ui/later/later.tsx';
import { Loading } from '../ui/mark.tsx';
import { PageBoundary } from './broken-page.tsx';
import { Footer } from './footer.tsx';
import { DisabledUntilHydrated } from './disabled-until-hydrated.tsx';
import { SignedInFrame } from './signed-in-parts.tsx';
import { useWayToSignIn } from './session-gates.tsx';
import { TopBar } from './top-bar.tsx';
import { usePageStart } from './use-page-start.ts';

const Toaster = later(
  async () => {
    try {
      return (await import('./toaster.tsx')).Toaster;
    } catch (error) {
      if (useToaster.getState().isWanted) tellToaster('came'); // Nobody shall wait for what cannot be loaded now.
      throw error;
    }
  },
  { missing: 'nothing' },
);

/** The frame of every page: top bar, sidebar and phone for signed-in people, toasts. */
export function Layout() {
  const { status } = useSession();
  const isToasterWanted = useToaster((toaster) => toaster.isWanted);
  usePageStart();
  useWayToSignIn();
  // A session may end while somebody talks: the call goes on, so its phone stays.
  const hasPhone = useCallInProgress((call) => call.isRunning) || status === 'signed-in';

  return (
    <div className="flex min-h-dvh flex-col">
      {/* Who is asked about is most likely still signed in: what comes then has its room from the first moment. */}
      <Surroundings hasPhone={hasPhone || status === 'checking'} />
      {/* Whatever becomes of the session and of the page: at one place, so that nothing takes a running call's phone away. */}
      {hasPhone && <SignedInFrame />}
      {isToasterWanted && <Toaster />}
    </div>
  );
}

/** The page with its bars. */
function Surroundings({ hasPhone }: { hasPhone: boolean }) {
  const t = shell.useText();
  const { pathname } = useLocation();
  return (
    <>
      <a
        href="#main"
        className="absolute start-4 top-2 z-50 -translate-y-16 rounded-control bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
      >
        {t('skipToContent')}
      </a>
      <DisabledUntilHydrated>
        <TopBar />
      </DisabledUntilHydrated>
      <div data-page className={cx('flex flex-1', hasPhone && 'lg:ps-60 railed:pe-16 docked:pe-[25.5rem]')}>
        <div className="flex min-w-0 flex-1 flex-col">
          <main id="main" tabIndex={-1} className="@container flex-1 outline-none">
            <PageBoundary key={pageOf(pathname)}>
              <Suspense fallback={<Loading label={t('loading')} className="min-h-96" />}>
                <Outlet />
              </Suspense>
            </PageBoundary>
          </main>
          <DisabledUntilHydrated>
            <Footer hasPhone={hasPhone} />
          </DisabledUntilHydrated>
        </div>
      </div>
    </>
  );
}
