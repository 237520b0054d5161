/** What runs until it is closed. */
type Running = { close: () => Promise<unknown> };

/**
 * Runs a program of ours: it says on standard output when it is ready, which whoever started it waits for, and closes on SIGTERM and
 * SIGINT. What keeps it from starting is said on standard error, and it ends with 1.
 */
export async function runProgram(
  name: string,
  start: (log: (sentence: string) => void) => Promise<Running>,
): Promise<void> {
  try {
    const running = await start((sentence) => console.error(`${new Date().toISOString()} ${sentence}`));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => void running.close().then(() => process.exit(0)));
    }
    console.log(`${name} ready`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
