import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of the running stack's voicemail, made if it is missing. It belongs to whom the server runs as, who is not who runs the tests. */
export async function voicemailFolder(dataFolder: string, ...names: string[]): Promise<string> {
  let folder = join(dataFolder, 'voicemail');
  const { uid, gid } = await stat(dataFolder);
  const owner = await stat(folder).catch(() => ({ uid, gid }));
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    folder = join(folder, name);
    await mkdir(folder, { recursive: true });
    await chown(folder, owner.uid, owner.gid);
  }
  return folder;
}
