/** On an Apple keyboard, the key beside the space bar. */
const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys that open the search, as they stand on the keyboard. */
export const searchKeys = (): string => (isApple() ? '⌘ K' : 'Ctrl K');

/** Those that write to the person who is chosen in it. */
export const textKeys = (): string => (isApple() ? '⌘ Enter' : 'Ctrl Enter');
