const carried = new Set<string>();

/** Says that a page of this tab carries this call beside the phone, as the live test does. Gives the function that ends it. */
export function carryTestCall(id: string): () => void {
  carried.add(id);
  return () => carried.delete(id);
}

/** Whether this call is carried by a page of this tab: the phone need not show it as running elsewhere. */
export function isTestCall(id: string): boolean {
  return carried.has(id);
}
