/** The root folder of the project. */
export const PROJECT = new URL('../../', import.meta.url).pathname.replace(/\/$/, '');
