/** Whether somebody asked their browser to save data (https://wicg.github.io/savedata/): nothing is fetched then that no one asked for. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
