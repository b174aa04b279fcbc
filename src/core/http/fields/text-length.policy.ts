/**
 * Whether a text has more than `most` characters; a character may have two units of its `length`.
 */
export const isLongerThan = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || [...text].length > most);
