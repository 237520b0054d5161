/** What is spoken is spoken in one piece. */
export const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');
