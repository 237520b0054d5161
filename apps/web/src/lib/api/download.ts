import type { FilePath } from './api-routes.ts';
import { withSession } from './api-client.ts';
import { fetchFile } from './http.ts';
import { saveBlob } from './save-blob.ts';

/** Fetches a file that only the signed-in person may have; throws RequestError. */
export async function download(path: string): Promise<Blob> {
  return await withSession(async (headers) => await fetchFile(path, headers));
}

/** Fetches a file and hands it to the browser to be saved under this name; throws RequestError. */
export async function saveFile(path: FilePath, name: string): Promise<void> {
  saveBlob(await download(path), name);
}
