/** Something the person at the terminal can mend: shown as its sentence alone, and the exit code is 1. */
export class PlainError extends Error {}
