type Asker = () => Promise<boolean>;

/** How long the part that can ask may take to load. */
const MOST_WAIT_MS = 20_000;
let ask: Asker | null = null;
const waiting = new Set<(asker: Asker) => void>();

/** Says who asks. Gives the function that ends it. */
export function onProofNeeded(asker: Asker): () => void {
  ask = asker;
  for (const go of waiting) go(asker);
  waiting.clear();
  return () => {
    ask = null;
  };
}

/**
 * Asks whoever sits here to prove anew who they are: true once the server has taken a proof, false when they would rather not. Who asks is
 * loaded beside the page, and is waited for; one that does not come in time has asked nobody.
 */
export async function askForProof(): Promise<boolean> {
  const asker = ask ?? (await whoComes());
  return await asker();
}

function whoComes(): Promise<Asker> {
  return new Promise((come) => {
    waiting.add(come);
    setTimeout(() => come(async () => false), MOST_WAIT_MS);
  });
}
