/** From now on the program goes on when nobody takes its words any more: `| head`, a `tee` that Ctrl-C ended first, a closed terminal. */
export function outliveReaders(): void {
  // Without a listener the first word that cannot be written (EPIPE, EIO) ends the program where it stands.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
