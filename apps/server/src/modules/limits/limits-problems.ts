import { notFound, Problem } from '../../platform/problems.ts';

export const passwordNeeded = () =>
  new Problem('password_needed', 403, 'Enter your password to raise a limit.', {
    errors: { password: 'Enter your password to raise a limit.' },
  });
export const limitNotLifted = () => notFound('The lift');
export const destinationNotOpened = () => notFound('The opened destination');
export const destinationNotExpensive = () =>
  new Problem('destination_not_dear', 409, 'This number isn’t expensive: you can call it without opening anything.');
