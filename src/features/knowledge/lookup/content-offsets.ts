import type { SearchedContent } from './search.queries.js';

/** The position of each content's first chunk among the chunks of all contents. */
export function offsetsOf(contents: readonly SearchedContent[]): readonly number[] {
  let before = 0;
  return contents.map(({ chunks }) => (before += chunks) - chunks);
}

/** The index of the content that contains a chunk. */
export const contentOf = (offsets: readonly number[], chunk: number): number =>
  offsets.findLastIndex((offset) => offset <= chunk);
