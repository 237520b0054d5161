import { type ReactNode, useLayoutEffect } from 'react';
import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';
import { cx } from '../cx.ts';

interface PanesProps {
  /** What the list is, read out. */
  label: string;
  list: ReactNode;
  /** What is open of the list; null: nothing. */
  children: ReactNode | null;
  /** What stands beside the list while nothing is open. */
  hint: string;
}

/** A list beside what is open of it; on narrow screens the one or the other. */
export function Panes({ label, list, children, hint }: PanesProps) {
  const isCallRunning = useCallInProgress((call) => call.isRunning);
  const isOpen = children !== null;
  useWindowFilled(isOpen);
  return (
    <div
      className={cx(
        'flex flex-col @[38rem]:flex-row @[38rem]:h-[calc(100dvh-4.0625rem)]',
        isOpen && 'h-[calc(100dvh-4.0625rem)]',
        // The bar of a call under way lies over the foot of the page there.
        isOpen && isCallRunning && 'undocked:pb-18',
      )}
    >
      <section
        aria-label={label}
        className={cx(
          'flex min-h-0 flex-col px-5 pt-6 @[38rem]:w-64 @[38rem]:shrink-0 @[38rem]:border-e @[38rem]:border-line @[38rem]:px-4 @2xl:w-84',
          isOpen && 'hidden @[38rem]:flex',
        )}
      >
        {list}
      </section>
      {isOpen ? (
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">{children}</div>
      ) : (
        <p className="hidden flex-1 place-content-center p-8 text-center text-muted @[38rem]:grid">{hint}</p>
      )}
    </div>
  );
}

/** A thread fills the window: there is no foot of the page below it, and nothing lies over its field (styles.css). */
function useWindowFilled(isFilled: boolean): void {
  useLayoutEffect(() => {
    if (!isFilled) return;
    const { dataset } = document.documentElement;
    dataset['filled'] = '';
    return () => {
      delete dataset['filled'];
    };
  }, [isFilled]);
}
