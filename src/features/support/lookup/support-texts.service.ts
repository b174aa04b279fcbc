import { Injectable } from '@nestjs/common';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { SealedTexts } from '../../../core/privacy/keys/sealed-texts.service.js';
import { TenantKeys, type TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { numbersIn } from '../rules/texts/numbers-in-text.policy.js';
import { wordsIn } from '../rules/texts/ticket-words.policy.js';
import { placeOfComment, placeOfSubject } from './sealed-places.js';
import { WrittenNumbers } from './written-numbers.service.js';

/** The stored forms of texts, created with keys that were loaded before the transaction. */
export interface StoredTexts {
  readonly subject: (ticketId: string, text: string) => Buffer;
  readonly comment: (commentId: string, text: string) => Buffer;
  readonly words: (subject: string) => readonly Buffer[];
  /** Hashes of the telephone numbers in a text; the same as for caller requests. */
  readonly numbers: (text: string) => readonly Buffer[];
}

/** The words of a search with their hashes under every key: two arrays of the same length. */
export interface SearchedWords {
  readonly hashes: readonly Buffer[];
  readonly places: readonly number[];
  readonly count: number;
}

const wordHash = (key: TenantKey, word: string): Buffer => keyedHash(key, 'support-word', word);

/** Seals texts, and hashes the words and numbers in them (support 4.1, 4.5, 5.2). */
@Injectable()
export class SupportTexts {
  constructor(
    private readonly keys: TenantKeys,
    private readonly sealed: SealedTexts,
    private readonly numbers: WrittenNumbers,
  ) {}

  /** @throws 503 if a key is unavailable */
  async prepare(auth: AuthContext): Promise<StoredTexts> {
    const [seal, matching, { countries, hash }] = await Promise.all([
      this.sealed.sealer(auth),
      this.keys.current(auth, 'matching'),
      this.numbers.rules(auth),
    ]);
    return {
      subject: (ticketId, text) => seal(placeOfSubject(auth, ticketId), text),
      comment: (commentId, text) => seal(placeOfComment(auth, commentId), text),
      words: (subject) => wordsIn(subject).map((word) => wordHash(matching, word)),
      numbers: (text) => numbersIn(text, countries).map(hash),
    };
  }

  /** @throws 503 if the key is unavailable */
  async searched(auth: AuthContext, text: string): Promise<SearchedWords> {
    const keys = await this.keys.every(auth, 'matching');
    const words = wordsIn(text);
    const hashed = words.flatMap((word, place) => keys.map((key) => ({ hash: wordHash(key, word), place })));
    return {
      hashes: hashed.map(({ hash }) => hash),
      places: hashed.map(({ place }) => place),
      count: words.length,
    };
  }
}
