import { withSession } from './api-client.ts';
import { fetchFile } from './http.ts';

/** Fetches a file that only the signed-in person may have; throws RequestError. */
export async function download(path: string): Promise<Blob> {
  return await withSession(async (headers) => await fetchFile(path, headers));
}

/** Fetches a file and hands it to the browser to be saved under this name; throws RequestError. */
export async function saveFile(path: string, name: string): Promise<void> {
  const address = URL.createObjectURL(await download(path));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
