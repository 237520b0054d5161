const noted = new Set<string>();

/** Says that a page of this tab carries this call beside the phone, as the live test does. */
export function noteTestCall(id: string): void {
  noted.add(id);
}

/** Whether a page of this tab carries, or carried, this call: the phone need not show it as running elsewhere. */
export function isTestCall(id: string): boolean {
  return noted.has(id);
}
