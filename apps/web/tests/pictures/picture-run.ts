import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    pictures: {
      /** Whether what is seen takes the place of what is stored: Vitest's own `--update`. */
      isUpdated: boolean;
      /** Where the pictures that differ are left, with what differs. */
      differences: string;
    };
  }
}

/** Vitest's global set-up of the pictures: what the run is for. What an earlier run left is gone. */
export default function pictureRun(project: TestProject): void {
  const differences = join(import.meta.dirname, '../../../../artefacts/pictures');
  rmSync(differences, { recursive: true, force: true });
  project.provide('pictures', { isUpdated: project.config.snapshotOptions.updateSnapshot === 'all', differences });
}
