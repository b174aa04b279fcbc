/** A passage that a search finds, with the position of its beginning. */
export interface Chunk {
  readonly heading: string | null;
  readonly page: number | null;
  /** Its first character's position in the source's text. */
  readonly place: number;
  readonly text: string;
}

/**
 * Characters of a chunk: about 150 words, which a model reads quickly and which suffice for an
 * answer.
 */
export const CHUNK_CHARACTERS = 1000;

/** Increased with each change of this file or of `words.policy.ts`, so that builds index again. */
export const CHUNKING = 1;

/**
 * Cuts the blocks of a source into chunks (knowledge 5.3): neighbours under one heading on one page
 * are joined, and a longer block is cut after a line, a sentence or a word.
 */
export class Chunker {
  private open: Chunk | null = null;

  /** Yields the chunks that the next block completes. */
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

  /** Yields the last chunk. */
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

// A cut in the first half would leave chunks that are too short to understand.
const LEAST = CHUNK_CHARACTERS / 2;
const ENDS = [/\n/gu, /[.!?؟]\s|[。！？]/gu, /\s/gu];

function cutIn(window: string): number {
  for (const end of ENDS) {
    const last = [...window.slice(LEAST).matchAll(end)].at(-1);
    if (last) return LEAST + last.index + last[0].length;
  }
  // Does not cut a surrogate pair.
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length;
}
