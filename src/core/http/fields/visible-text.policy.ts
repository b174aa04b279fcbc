/**
 * A visible character: not a space, a mark without a base, a character that programs may omit, the
 * blank Braille pattern or the empty note head (requests 4.7).
 */
export const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * An invisible character that changes how a name reads or compares: direction marks, zero-width
 * spaces, tags, line separators (requests 4.11). Joiners and variant selectors belong to scripts
 * and emoji: a joiner is hidden only at the beginning or end of a text, or after what it never
 * joins.
 */
export const HIDDEN =
  /(?![\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]|(?<=^|[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}\p{P}\p{Z}])[\u200c\u200d]|[\u200c\u200d]$/u;

export const HOLDS_HIDDEN = 'must not contain direction marks or other invisible characters';

// Characters that may not be stored are a separate fault and do not count as blank.
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;

/** Whether a text shows nothing: it counts as left out (campaigns 4.5). */
export const isBlankText = (text: string): boolean => !VISIBLE.test(text) && !UNPRINTABLE.test(text);

/** A text of 1 to 200 characters on one line, with a visible character and no hidden ones. */
export const ONE_LINE = new RegExp(
  `^(?=.*${VISIBLE.source})(?!.*(?:${HIDDEN.source}))[^\\p{Cc}\\p{Cs}]{1,200}$`,
  'u',
);

export const ONE_LINE_HELP =
  'must be 1 to 200 characters on one line, not only spaces, without invisible characters';
