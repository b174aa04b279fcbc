import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { isRecord } from '../../../core/shared/json/json-path.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';

// Sources under test, compiled files in a process.
const SECTION_FILES = '*/*.section.{ts,js}';

/**
 * The sections below a folder: the `section` export of each `<name>/<name>.section` file.
 * @throws Error naming a file that exports none
 */
export async function sectionsIn(folder: string): Promise<readonly SectionDefinition[]> {
  const files = globSync(SECTION_FILES, { cwd: folder }).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const exported: unknown = await import(pathToFileURL(join(folder, file)).href);
      if (isRecord(exported) && isRecord(exported['section'])) return exported['section'] as never;
      throw new Error(`${file} exports no section.`);
    }),
  );
}

/** The sections of this folder; adding a folder adds a section. */
export const OWN_SECTIONS = await sectionsIn(fileURLToPath(new URL('.', import.meta.url)));
