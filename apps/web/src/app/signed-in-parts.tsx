import { later } from '../ui/later/later.tsx';

/** What stands around the pages of signed-in people, and only of them. The two come together, and one of them says when they do not. */
export const SignedInFrame = later(async () => (await import('./signed-in-frame.tsx')).SignedInFrame, {
  missing: 'floating',
});
export const SignedInBar = later(async () => (await import('./signed-in-bar.tsx')).SignedInBar, {
  meanwhile: () => <span className="h-11 w-32" />,
  missing: 'nothing',
});
