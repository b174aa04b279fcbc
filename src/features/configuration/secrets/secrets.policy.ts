import type { ConfigurationState } from '../rules/configuration-state.js';
import { secretReferencesOf } from '../rules/sections/secret-ref.js';

const HIDDEN = '****';

// Four characters let a person tell two keys apart. A shorter secret than LEAST_LENGTH shows none:
// they would reveal too much of it.
const SHOWN = 4;
const LEAST_LENGTH = 12;

/** The visible part of a secret: `****abcd`, or none if it is short or unreadable. */
export function secretPreview(value: string): string {
  const text = value.trimEnd();
  const end = text.slice(-SHOWN);
  return [...text].length >= LEAST_LENGTH && /^[\x21-\x7e]+$/.test(end) ? `${HIDDEN}${end}` : HIDDEN;
}

/** One place that refers to a secret. */
export interface SecretUse {
  readonly source: 'draft' | 'published';
  readonly section: string;
  /** From the section's root. */
  readonly path: string;
}

/**
 * The places where the draft and the published version refer to a secret. A section whose draft has
 * let go of it still counts with what is published of it: that is what runs.
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
