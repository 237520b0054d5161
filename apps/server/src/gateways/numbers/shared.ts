/** Asks once for all who want the same while the answer is on its way; nothing is kept after it. */
export function shared<Answer>(ask: (what: string) => Promise<Answer>): (what: string) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return async (what) => {
    const asked = underWay.get(what);
    if (asked !== undefined) return await asked;
    const asking = ask(what).finally(() => underWay.delete(what));
    underWay.set(what, asking);
    return await asking;
  };
}
