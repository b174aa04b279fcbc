import { oneLine } from './transcript-text.policy.js';

/** Replaces emoji, and words in a script that the document's font lacks. */
const EMOJI = '[emoji]';
const NOT_SHOWN = '[not shown]';

export interface DrawableText {
  readonly text: string;
  /** How many words replace text that cannot be drawn. */
  readonly replaced: number;
}

// Spaces of any width and number become one space, at which rows can break; only non-breaking
// spaces stay.
const SPACES = /(?:(?!\u00A0)\p{Zs})+/gu;

// Characters that fonts leave invisible on purpose. The two joiners stay: Persian words are spelt
// with them.
const INVISIBLE = /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/gu;

// No language puts more than four accents on a letter; a stack of them would overlap other rows.
const MARKS = /([\p{M}\u200C\u200D]{4})[\p{M}\u200C\u200D]+/gu;

// Flags, digits in boxes, and pictograms with their colours, joiners and marks (UTS 51).
// \p{RGI_Emoji} would mean the same and takes ten times as long.
const PICTURE = String.raw`(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F)[\p{Emoji_Modifier}\uFE0F]*`;
const JOINED = String.raw`(?:\u200D\p{Emoji}[\p{Emoji_Modifier}\uFE0F]*)*[\u{E0020}-\u{E007F}]*`;
const EMOJIS = String.raw`(?:[#*0-9]\uFE0F?\u20E3|${PICTURE}${JOINED})+`;
const WORD = String.raw`[\p{L}\p{M}\p{N}\u200C\u200D]+`;
const TOKEN = new RegExp(`(?<emoji>${EMOJIS})|${WORD}|.`, 'gsu');

// Characters that are never emoji and stay unchanged.
const PLAIN = /^[\x20-\x7E]*$/;

/**
 * Makes a text drawable: a word replaces characters without a glyph (calls-transcripts 3.3). One
 * missing letter replaces the whole word, since half a word may be another one. Adjacent
 * replacements become one.
 * @param draws whether a code point has a glyph
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
  return { text: shown.parts.join(''), replaced: shown.replaced };
}

class ShownText {
  readonly parts: string[] = [];
  replaced = 0;
  /** The last replacement, if only spaces followed it, and the number of parts at that point. */
  private last: string | null = null;
  private length = 0;

  add(visible: string): void {
    if (visible.trim() !== '') this.last = null;
    this.parts.push(visible);
  }

  replace(word: string): void {
    if (this.last === word) {
      this.parts.length = this.length;
      return;
    }
    this.length = this.parts.push(word);
    this.last = word;
    this.replaced += 1;
  }
}
