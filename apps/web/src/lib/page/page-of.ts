/** Which page stands at a path: which voicemail is open belongs to the address alone, and leaves the page as it is. */
export const pageOf = (pathname: string): string => pathname.replace(/^(\/messages\/voicemail)\/.*/, '$1');
