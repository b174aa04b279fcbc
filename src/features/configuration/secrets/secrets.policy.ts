import type { ConfigurationState } from '../rules/configuration-state.js';
import { secretReferencesOf } from '../rules/sections/secret-ref.js';

const HIDDEN = '****';

// Four characters distinguish two keys for a person. A secret shorter than LEAST_LENGTH shows none,
// because they would reveal too much of it.
const SHOWN = 4;
const LEAST_LENGTH = 12;

/** The visible part of a secret: `****abcd`, or none if it is short or unreadable. */
export function secretPreview(value: string): string {
  const text = value.trimEnd();
  const end = text.slice(-SHOWN);
  return [...text].length >= LEAST_LENGTH && /^[\x21-\x7e]+$/.test(end) ? `${HIDDEN}${end}` : HIDDEN;
}

/** One reference to a secret. */
export interface SecretUse {
  readonly source: 'draft' | 'published';
  readonly section: string;
  /** From the section's root. */
  readonly path: string;
}

/**
 * The references of the draft and the published version to a secret. A section whose draft no
 * longer refers to it still counts with its published version, because that one is running.
 */
export function usesOfSecret({ draft, published }: ConfigurationState, name: string): SecretUse[] {
  const uses = (source: SecretUse['source'], section: string, configuration: unknown): SecretUse[] =>
    secretReferencesOf(configuration)
      .filter((reference) => reference.name === name)
      .map(({ path }) => ({ source, section, path }));
  return [
    ...Object.entries(draft?.sections ?? {})
      .toSorted(byName)
      .flatMap(([section, { configuration }]) => uses('draft', section, configuration)),
    ...Object.entries(published?.sections ?? {})
      .toSorted(byName)
      .flatMap(([section, configuration]) => uses('published', section, configuration)),
  ];
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);
