import type { FailureCode } from '../rules/source-words.js';
import type { ParsedBlock } from './parse-process.js';

// About two pages of a book; a build cuts passages into smaller chunks.
const LONGEST_BLOCK = 4_000;
const LONGEST_HEADING = 200;
const BATCH_CHARACTERS = 256 * 1024;
const BETWEEN = '\n\n';

/** Why a content has no passages. */
export class Unreadable extends Error {
  readonly code: FailureCode;
  constructor(code: FailureCode) {
    super(code);
    this.code = code;
  }
}

/** Puts paragraphs together to passages, and sends them on. */
export class Passages {
  private readonly send: (blocks: readonly ParsedBlock[]) => void;
  private readonly headings: string[] = [];
  private batch: ParsedBlock[] = [];
  private size = 0;
  private at = 0;
  private open: { heading: string | null; page: number | null; place: number; text: string } | null = null;
  private hasText = false;

  constructor(send: (blocks: readonly ParsedBlock[]) => void) {
    this.send = send;
  }

  /** @param level from 1 */
  setHeading(level: number, text: string): void {
    this.headings.length = Math.min(this.headings.length, level - 1);
    while (this.headings.length < level - 1) this.headings.push('');
    this.headings.push(text.slice(0, LONGEST_HEADING));
  }

  add(paragraph: string, page: number | null = null): void {
    const last = this.addMost(paragraph.trimEnd(), page).trim();
    if (last !== '') this.addPiece(last, page);
  }

  /**
   * Adds the beginning of a long paragraph.
   * @returns the unfinished last piece
   */
  addMost(paragraph: string, page: number | null = null): string {
    const text = paragraph.normalize('NFC').trimStart();
    let from = 0;
    while (text.length - from > LONGEST_BLOCK) {
      const to = from + pieceLength(text, from);
      const piece = text.slice(from, to).trim();
      if (piece !== '') this.addPiece(piece, page);
      from = to;
    }
    return text.slice(from);
  }

  /** @returns whether there was any text */
  end(): boolean {
    this.close();
    this.sendBatch();
    return this.hasText;
  }

  private addPiece(text: string, page: number | null): void {
    const heading = this.headings.filter((each) => each !== '').join(' > ') || null;
    const place = this.at;
    this.at += text.length + BETWEEN.length;
    this.hasText ||= /[\p{L}\p{N}]/u.test(text);
    const { open } = this;
    const isSame = open !== null && open.heading === heading && open.page === page;
    if (isSame && open.text.length + BETWEEN.length + text.length <= LONGEST_BLOCK) {
      open.text += BETWEEN + text;
      return;
    }
    this.close();
    this.open = { heading, page, place, text };
  }

  private close(): void {
    if (this.open === null) return;
    this.batch.push(this.open);
    this.size += this.open.text.length;
    this.open = null;
    if (this.size >= BATCH_CHARACTERS) this.sendBatch();
  }

  private sendBatch(): void {
    this.send(this.batch);
    this.batch = [];
    this.size = 0;
  }
}

/**
 * The length of a piece of a long text, at most LONGEST_BLOCK: it ends after a sentence or a word.
 */
function pieceLength(text: string, from: number): number {
  const piece = text.slice(from, from + LONGEST_BLOCK);
  const behind = Math.max(...['. ', '! ', '? ', '。', '\n'].map((mark) => piece.lastIndexOf(mark)));
  const end = behind > LONGEST_BLOCK / 2 ? behind + 1 : piece.lastIndexOf(' ') + 1;
  // A surrogate pair is one character.
  const hard = /[\ud800-\udbff]$/.test(piece) ? LONGEST_BLOCK - 1 : LONGEST_BLOCK;
  return end > LONGEST_BLOCK / 2 ? end : hard;
}
