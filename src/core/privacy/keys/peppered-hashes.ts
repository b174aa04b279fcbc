import { createHmac, type KeyObject } from 'node:crypto';
import type { Settings } from '../../../config/settings.js';
import { derivedKey } from './derived-key.js';

/** The keys of one purpose under all valid peppers, the current pepper's first. */
export const pepperedKeys = (
  { pepper, otherPeppers }: Settings['apiKeys'],
  purpose: string,
): readonly [KeyObject, ...KeyObject[]] => [
  derivedKey(pepper, purpose),
  ...otherPeppers.map((other) => derivedKey(other, purpose)),
];

/**
 * Hashes secrets under all valid peppers, so that values stored before a change of the pepper are
 * found.
 */
export class PepperedHashes {
  private readonly keys: readonly [KeyObject, ...KeyObject[]];

  constructor(peppers: Settings['apiKeys'], purpose: string) {
    this.keys = pepperedKeys(peppers, purpose);
  }

  /**
   * The hashes under which a text may be stored; the first is the one to store. The same text has
   * unrelated hashes under two labels.
   */
  valid(label: string, text: string): readonly [Buffer, ...Buffer[]] {
    const [present, ...others] = this.keys;
    return [hashOf(present, label, text), ...others.map((key) => hashOf(key, label, text))];
  }
}

const hashOf = (key: KeyObject, label: string, text: string): Buffer =>
  createHmac('sha256', key).update(`${label}\0${text}`).digest();
