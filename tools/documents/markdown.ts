import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** Writes a page as the repository formats it, so that the check finds nothing to change. */
export async function writeMarkdown(file: URL, text: string): Promise<void> {
  const options = { ...(await resolveConfig(file)), filepath: file.pathname };
  writeFileSync(file, await format(text, options));
}
