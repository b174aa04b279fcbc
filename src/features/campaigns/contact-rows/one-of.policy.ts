import { CellFault } from './row-error.js';

/** Reads a word of a closed list, in any letter case. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T | CellFault {
  const known = new Map<string, T>(words.map((word) => [word, word]));
  const fault = new CellFault('not_allowed', 'must be one of the allowed values', words);
  return (text) => known.get(text.toLowerCase()) ?? fault;
}
