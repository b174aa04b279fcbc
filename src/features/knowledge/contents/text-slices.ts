/**
 * How many characters are read at once. A longer line or paragraph is read in parts: memory must
 * not grow with it.
 */
export const MOST_AT_ONCE = 64 * 1024;

/** Divides a text into slices, none of which ends within a character. */
export function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = from + MOST_AT_ONCE;
    const to = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

/** The end of the last complete word in a long text; of the text if it contains no spaces. */
const endOfWords = (text: string): number => text.lastIndexOf(' ') + 1 || text.length;

// A line may end with both characters; the second one may be in the next slice.
const LINE_END = /\r\n|\n|\r(?!$)/;

/** The lines of a text. */
export function* linesOf(text: string): Generator<string> {
  let rest = '';
  for (const slice of slicesOf(text)) {
    const lines = (rest + slice).split(LINE_END);
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length <= MOST_AT_ONCE) continue;
    const end = endOfWords(rest);
    yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  yield* rest.split('\r');
}
