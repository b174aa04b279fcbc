import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** Writes a page in the repository's format, so that the format check passes. */
export async function writeMarkdown(file: URL, text: string): Promise<void> {
  const options = { ...(await resolveConfig(file)), filepath: file.pathname };
  writeFileSync(file, await format(text, options));
}
