/** A passage that a search finds, with the place of its beginning. */
export interface Chunk {
  readonly heading: string | null;
  readonly page: number | null;
  /** Where it begins in the text of the source, in characters. */
  readonly place: number;
  readonly text: string;
}

/** Characters of a chunk: some 150 words, which a model reads quickly and an answer needs. */
export const CHUNK_CHARACTERS = 1000;

/** Counts up with each change of this file and of `words.policy.ts`: builds index again then. */
export const CHUNKING = 1;

/**
 * Cuts the blocks of a source into chunks (knowledge 5.3): neighbours under one heading on one page
 * are joined, and a longer block is cut after a line, a sentence or a word.
 */
export class Chunker {
  private open: Chunk | null = null;

  /** The chunks that the next block completes. */
  *take(block: Chunk): Generator<Chunk> {
    for (const { text, at } of piecesOf(block.text)) {
      if (this.open !== null && continues(this.open, block, text)) {
        this.open = { ...this.open, text: `${this.open.text}\n${text}` };
        continue;
      }
      yield* this.end();
      this.open = { ...block, place: block.place + at, text };
    }
  }

  /** The last chunk. */
  *end(): Generator<Chunk> {
    if (this.open !== null) yield this.open;
    this.open = null;
  }
}

const continues = (open: Chunk, { heading, page }: Chunk, text: string): boolean =>
  open.heading === heading && open.page === page && open.text.length + 1 + text.length <= CHUNK_CHARACTERS;

function* piecesOf(text: string): Generator<{ readonly text: string; readonly at: number }> {
  for (let from = 0; from < text.length;) {
    const window = text.slice(from, from + CHUNK_CHARACTERS);
    const length = from + window.length === text.length ? window.length : cutIn(window);
    const piece = window.slice(0, length);
    const trimmed = piece.trim();
    if (trimmed !== '') yield { text: trimmed, at: from + piece.length - piece.trimStart().length };
    from += length;
  }
}

// A cut in the first half would leave chunks without enough to understand them.
const LEAST = CHUNK_CHARACTERS / 2;
const ENDS = [/\n/gu, /[.!?؟]\s|[。！？]/gu, /\s/gu];

function cutIn(window: string): number {
  for (const end of ENDS) {
    const last = [...window.slice(LEAST).matchAll(end)].at(-1);
    if (last) return LEAST + last.index + last[0].length;
  }
  // Half of a character is none.
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length;
}
