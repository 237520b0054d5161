import type { UploadPath, UploadReply } from './api-routes.ts';
import { withSession } from './api-client.ts';
import { apiAddress, parseJson, refusal, unanswered } from './http.ts';
import { UploadProgress } from './upload-progress.ts';

/**
 * Posts a file as multipart form data, in the field `file`, to `/api/v1<path>` and tells the progress in whole percent,
 * each at most once. Gives the parsed reply; throws RequestError. An upload may take longer than other requests: it fails
 * when nothing moves for 30 seconds.
 */
export async function upload<Path extends UploadPath>(
  path: Path,
  file: File,
  onProgress: (percent: number) => void,
): Promise<UploadReply<Path>> {
  const reply = await withSession(async (headers) => await send(path, { file, headers, onProgress }));
  return reply as UploadReply<Path>; // The server validates its replies against the same contract.
}

const STALLED_MS = 30_000;

// fetch cannot tell how much of a body has been sent.
async function send(
  path: string,
  { file, headers, onProgress }: { file: File; headers: Record<string, string>; onProgress: (percent: number) => void },
): Promise<unknown> {
  const form = new FormData();
  form.append('file', file);
  const request = new XMLHttpRequest();
  const progress = new UploadProgress(onProgress);
  return await new Promise((resolve, reject) => {
    let stalled = setTimeout(giveUp, STALLED_MS);
    function giveUp(): void {
      reject(unanswered('timeout'));
      request.abort();
    }
    request.upload.addEventListener('progress', (event) => {
      clearTimeout(stalled);
      stalled = setTimeout(giveUp, STALLED_MS);
      if (event.lengthComputable) progress.moved(event.loaded, event.total);
    });
    request.addEventListener('loadend', () => {
      clearTimeout(stalled);
      if (request.status === 0) return reject(unanswered('network'));
      if (request.status >= 300) return reject(refusal(request.status, request.responseText));
      progress.moved(1, 1);
      resolve(parseJson(request.responseText));
    });
    request.open('POST', apiAddress(`/api/v1${path}`));
    request.withCredentials = true;
    for (const [name, value] of Object.entries({ accept: 'application/json', ...headers })) {
      request.setRequestHeader(name, value);
    }
    request.send(form);
  });
}
