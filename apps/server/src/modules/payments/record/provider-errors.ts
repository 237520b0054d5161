/**
 * Whether an error says that nobody is there to be asked, whatever the question: its `isUnreachable` is true. Of any other
 * error the cause may lie in what was asked.
 */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'isUnreachable' in error && error.isUnreachable === true;
}

/** Whether an error says that the provider knows no such customer, as after a change of its key: nothing was done. */
export function isCustomerUnknown(error: unknown): boolean {
  return error instanceof Error && 'isCustomerUnknown' in error && error.isCustomerUnknown === true;
}
