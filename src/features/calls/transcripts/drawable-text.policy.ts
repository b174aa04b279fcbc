import { oneLine } from './transcript-text.policy.js';

/** Stands for emoji, and for words of a script that the document's font does not have. */
export const EMOJI = '[emoji]';
export const NOT_SHOWN = '[not shown]';

/** A text of which every character can be drawn. */
export interface DrawableText {
  readonly text: string;
  /** How many times something else stands in place of what was said. */
  readonly replaced: number;
}

// Spaces of any width and number are one blank, so that rows break there; only the one that forbids it stays.
const SPACES = /(?:(?!\u00A0)\p{Zs})+/gu;

// What a font has no sign for on purpose. The two joiners stay: Persian words are spelt with them.
const INVISIBLE = /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/gu;

// Accents beyond the fourth on one letter belong to no language; a tower of them would be drawn over other rows.
const MARKS = /([\p{M}\u200C\u200D]{4})[\p{M}\u200C\u200D]+/gu;

// Signs that are pictures wherever they stand, and those that are made into one by what follows them.
const TOKEN = /(?<emoji>(?:\p{RGI_Emoji}|\p{Emoji_Presentation})+)|(?<word>[\p{L}\p{M}\p{N}\u200C\u200D]+)|./gsv;

// Nothing of these is emoji, and all of it can be left as it is.
const PLAIN = /^[\x20-\x7E]*$/;

/**
 * Makes a text drawable: what has no sign is replaced by a word that says so. A whole word is, when one letter of it
 * is missing: half a word may be another one. Replaced neighbours become one.
 * @param draws whether a code point has a sign
 */
export function drawable(text: string, draws: (codePoint: number) => boolean): DrawableText {
  const line = oneLine(text).normalize('NFC').replace(SPACES, ' ');
  if (PLAIN.test(line)) return { text: line, replaced: 0 };
  const shown = new ShownText();
  for (const { 0: token, groups } of line.matchAll(TOKEN)) {
    if (groups?.['emoji'] !== undefined) {
      shown.replace(EMOJI);
      continue;
    }
    const visible = token.replace(INVISIBLE, '').replace(MARKS, '$1');
    if ([...visible].every((sign) => draws(sign.codePointAt(0)!))) shown.add(visible);
    else shown.replace(NOT_SHOWN);
  }
  return shown;
}

class ShownText implements DrawableText {
  text = '';
  replaced = 0;

  add(visible: string): void {
    this.text += visible;
  }

  replace(word: string): void {
    const before = this.text.trimEnd();
    if (before.endsWith(word)) {
      this.text = before;
      return;
    }
    this.text += word;
    this.replaced += 1;
  }
}
