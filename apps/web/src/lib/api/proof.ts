/** Asks whoever sits here to prove anew who they are; false when they would rather not. Given by the part that can ask. */
let ask: () => Promise<boolean> = async () => false;

/** Says who asks. Gives the function that ends it. */
export function onProofNeeded(asker: () => Promise<boolean>): () => void {
  ask = asker;
  return () => {
    ask = async () => false;
  };
}

/** Asks for a fresh proof: true once the server has taken one. */
export async function askForProof(): Promise<boolean> {
  return await ask();
}
