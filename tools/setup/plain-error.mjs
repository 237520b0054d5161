/** Something the person at the terminal can mend: shown as its sentence alone, without a stack, and the exit code is 1. */
export class PlainError extends Error {}

/** Runs a command's main function; a PlainError ends the process with its sentence. */
export async function runCommand(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
