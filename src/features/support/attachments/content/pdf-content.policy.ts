import type { Refusal } from '../rules/refusal.js';

/**
 * The name `/Encrypt`, of which each letter may be written as `#` and its number, with its value; a
 * comment may stand between them and within the value.
 */
const ENCRYPTED = new RegExp(
  `/${[...'Encrypt'].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join('')}\\s*(?:%|<<|\\d+\\s*%|\\d+\\s+\\d+\\s*(?:%|R))`,
  'i',
);
const END = '%%EOF';
// Longer than any spelling of the mark, with its spaces.
const KEPT_CHARACTERS = 2048;

/** Searches a PDF for the mark of encryption, and for its end. */
export class PdfCheck {
  private last = '';
  private isEncrypted = false;

  take(chunk: Buffer): void {
    // The mark may begin in one chunk and end in another.
    const text = this.last + chunk.toString('latin1');
    this.isEncrypted ||= ENCRYPTED.test(text);
    this.last = text.slice(-KEPT_CHARACTERS);
  }

  end(): Refusal | null {
    if (this.isEncrypted) return 'encrypted';
    return this.last.includes(END) ? null : 'damaged';
  }
}
