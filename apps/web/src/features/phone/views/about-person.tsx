import type { Call } from '@farline/contracts/calls';
import { createContext, type ReactNode, use } from 'react';
import { isService } from '../../../lib/calls/is-service.ts';
import { otherSide } from '../../../lib/calls/other-side.ts';

/** What can be kept of whoever has a number; other features make it (app/in-front/about-person.tsx). Nothing without them. */
export const AboutPerson = createContext<(number: string) => ReactNode>(() => null);

/** The same of whoever the call is with, during it and after it. */
export function AboutCaller({ call }: { call: Call }) {
  const about = use(AboutPerson);
  const number = otherSide(call);
  return number === null || isService(call.destination) ? null : about(number);
}
