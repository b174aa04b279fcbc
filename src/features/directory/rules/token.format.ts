import type { KeyObject } from 'node:crypto';
import {
  generateApiKey,
  hashApiKey,
  parseApiKey,
  pepperIdOf,
} from '../../../core/auth/api-keys/api-key.format.js';
import type { DataEnv } from '../../../core/shared/auth-context.js';

/** After this prefix, tokens have the format of API keys; the prefix tells them apart. */
const START = 'scim-';

/** A new token, as it is stored and as it is shown once. */
export interface NewToken {
  readonly text: string;
  readonly prefix: string;
  readonly secretHash: Buffer;
  readonly pepperId: string;
  readonly lastFour: string;
}

export function mintToken(pepper: KeyObject, dataEnv: DataEnv): NewToken {
  const key = generateApiKey(dataEnv);
  const text = `${START}${key}`;
  return {
    text,
    prefix: parseApiKey(key)!.keyPrefix,
    secretHash: hashApiKey(pepper, text),
    pepperId: pepperIdOf(pepper),
    lastFour: text.slice(-4),
  };
}

/** The part of a token that finds it; null for any other text, so that it costs no query. */
export const prefixOf = (text: string): string | null =>
  text.startsWith(START) ? (parseApiKey(text.slice(START.length))?.keyPrefix ?? null) : null;
