/**
 * A character that a person can see. Blanks, marks without a base and characters that Unicode lets
 * programs leave out are not visible, nor are the Braille blank and the empty note head, which
 * count as symbols (requests 4.7).
 */
export const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

// Characters that may not be stored count as no blanks: they are a fault of their own.
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;

/** Whether a text shows nothing: it counts as left out (campaigns 4.5). */
export const isBlankText = (text: string): boolean => !VISIBLE.test(text) && !UNPRINTABLE.test(text);

/**
 * A text of 1 to 200 characters on one line that shows something; half of a surrogate pair is none
 * that could be stored.
 */
export const ONE_LINE = new RegExp(`^(?=.*${VISIBLE.source})[^\\p{Cc}\\p{Cs}]{1,200}$`, 'u');
