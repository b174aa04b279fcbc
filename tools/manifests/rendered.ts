import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The kustomizations, and the files that `npm run manifests` renders from them. */
export const MANIFESTS = join(import.meta.dirname, '../../deploy/kubernetes');
export const RENDERED = join(MANIFESTS, 'rendered');

/** The rendered files, each with the folder that it is rendered from. */
export const RENDERINGS = {
  'small.yaml': 'overlays/small',
  'large.yaml': 'overlays/large',
  'examples.yaml': 'examples',
} as const;

const MARK = '# sha256 ';

/** A rendered file: its first line is the hash of all sources and of the text below it. */
export const withHash = (text: string): string => `${MARK}${hashOf(text)}\n${text}`;

/** Whether kubectl rendered the file from the current sources. */
export function isFresh(file: string): boolean {
  const [first = '', ...rest] = file.split('\n');
  return first === `${MARK}${hashOf(rest.join('\n'))}`;
}

function hashOf(text: string): string {
  const hash = createHash('sha256');
  for (const path of sources()) hash.update(`${relative(MANIFESTS, path)}\n`).update(readFileSync(path));
  return hash.update(text).digest('hex');
}

const sources = (): string[] =>
  readdirSync(MANIFESTS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== RENDERED)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
