import type { ReactNode } from 'react';
import { callsText } from '../../texts/calls.ts';

interface CallsHeadingProps {
  level: 'h1' | 'h2';
  /** What shows the calls otherwise. */
  viewChoice: ReactNode;
}

/** The page's name and the switch of its views: as wide as the list of people (ui/panes), so that both stay where they are when it is pressed. */
export function CallsHeading({ level: Heading, viewChoice }: CallsHeadingProps) {
  const t = callsText.useText();
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2 @[38rem]:max-w-55.75 @2xl:max-w-75.75">
      <Heading className="text-title font-semibold">{t('pageTitle')}</Heading>
      {viewChoice}
    </div>
  );
}
