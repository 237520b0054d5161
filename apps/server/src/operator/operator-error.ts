/** What the operator reads when a command cannot be done: a sentence, nothing was changed. */
export class OperatorError extends Error {}
