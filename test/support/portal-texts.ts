import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../portal/src/texts/en');
const catalogue: Record<string, unknown> = Object.assign(
  {},
  ...readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as object),
) as Record<string, unknown>;

/** The portal's English text under this key. */
export function portalText(key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((place, part) => (place as Record<string, unknown> | undefined)?.[part], catalogue);
  if (typeof found !== 'string') throw new Error(`The portal has no text ${key}.`);
  return found;
}
