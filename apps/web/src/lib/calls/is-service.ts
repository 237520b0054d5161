import type { Destination } from '@farline/contracts/rates';

/** Whether a call goes to a service of our own, which is free and no telephone: the echo test, or one's own voicemail. */
export const isService = ({ kind }: Pick<Destination, 'kind'>): boolean => kind === 'echo' || kind === 'voicemail';
