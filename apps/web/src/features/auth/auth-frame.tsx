import { type ReactNode, useRef } from 'react';
import { useNear } from '../../lib/page/use-near.ts';
import { later } from '../../ui/later/later.tsx';

/** Once the form has come, which comes first. */
const HomeRate = later(async () => (await import('./home-rate.tsx')).HomeRate, { waits: true, missing: 'nothing' });

interface AuthFrameProps {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}

/** The frame of sign-in, sign-up and their kin: the form at the left, the arc at the right where there is room. */
export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-10 px-5 py-8 sm:px-8 @4xl:grid-cols-[minmax(0,26rem)_1fr] @4xl:gap-16 @4xl:py-14">
      <div className="mx-auto w-full max-w-md">
        <h1 className="text-display font-semibold">{title}</h1>
        {lead !== undefined && <p className="mt-2 text-muted">{lead}</p>}
        {children}
      </div>
      <Arc />
    </div>
  );
}

/** The mark, large, and once the page is quiet the reader's rate with it. Where it is not shown nothing is asked. */
function Arc() {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useNear(place);
  return (
    <div
      ref={place}
      className="sticky top-22 hidden h-120 overflow-hidden rounded-card bg-panel text-on-panel @4xl:block"
    >
      <svg viewBox="0 0 414 480" fill="none" aria-hidden className="absolute inset-0 size-full rtl:-scale-x-100">
        <path
          d="M92 372C92 150 322 84 322 236"
          stroke="currentColor"
          strokeWidth="26"
          strokeLinecap="round"
          opacity="0.2"
        />
        <circle cx="92" cy="388" r="54" fill="currentColor" />
        <circle cx="322" cy="256" r="32" fill="var(--marigold)" />
      </svg>
      {isSeen && <HomeRate />}
    </div>
  );
}
