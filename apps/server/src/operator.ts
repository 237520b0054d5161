import { operate } from './operator/operate.ts';
import { OperatorError } from './operator/operator-error.ts';

/** `npm run operator -- <command>`: what whoever runs this installation does by hand, beside the running server. */
try {
  await operate({
    words: process.argv.slice(2),
    env: process.env,
    terminal: () => ({ input: process.stdin, prompts: process.stderr }),
    say: (sentences) => console.log(sentences),
  });
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
