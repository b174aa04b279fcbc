/**
 * A character that a person can see. Blanks, marks without a base and characters that Unicode lets
 * programs leave out are not visible, nor are the Braille blank and the empty note head, which
 * count as symbols (requests 4.7).
 */
export const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * An invisible character that changes how a name reads or compares: marks and overrides
 * of direction, blanks without width, tags, separators of lines (requests 4.11). Joiners belong to
 * scripts and emoji, and selectors of variants to both: a joiner is hidden only where it begins a
 * text, ends it, or stands behind what it never joins.
 */
export const HIDDEN =
  /(?![\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]|(?<=^|[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}\p{P}\p{Z}])[\u200c\u200d]|[\u200c\u200d]$/u;

/** Says what HIDDEN finds. */
export const HOLDS_HIDDEN = 'must be without direction marks and other invisible characters';

// Characters that may not be stored count as no blanks: they are a fault of their own.
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;

/** Whether a text shows nothing: it counts as left out (campaigns 4.5). */
export const isBlankText = (text: string): boolean => !VISIBLE.test(text) && !UNPRINTABLE.test(text);

/**
 * A text of 1 to 200 characters on one line that shows something and hides nothing; half of a
 * surrogate pair is none that could be stored.
 */
export const ONE_LINE = new RegExp(
  `^(?=.*${VISIBLE.source})(?!.*(?:${HIDDEN.source}))[^\\p{Cc}\\p{Cs}]{1,200}$`,
  'u',
);

/** Says what ONE_LINE asks for. */
export const ONE_LINE_HELP =
  'must be 1 to 200 characters on one line, not only blanks, without invisible characters';
