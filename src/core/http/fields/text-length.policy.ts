/** Whether a text has more characters than that; some have two units of its `length`. */
export const isLongerThan = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || [...text].length > most);
