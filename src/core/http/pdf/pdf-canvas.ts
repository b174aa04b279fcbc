import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';

// One font for everything: Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic.
const require = createRequire(import.meta.url);
const FONT_FILE = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf');

// Scripts that are drawn correctly. The font has letters of a few more, but only in isolated
// shapes.
const SCRIPTS =
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Common}\p{sc=Inherited}]/u;

// The glyphs of a document are embedded at its end, in one step that may not block the event loop
// for more than 25 ms: this many take 20. A conversation in four alphabets has about 250.
const MAX_SIGNS = 300;

// fontkit finds the direction of a piece from the first letter that belongs to a script.
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}]/u;
// fontkit derives its shaping from the script, so a piece contains letters of at most one of the
// two.
const ONE_SCRIPT = /\P{sc=Hebrew}+|\P{sc=Arabic}+/gu;
// Vowel signs of these scripts on letters of other scripts, which no language has: fontkit would
// reverse the piece because of them.
const THEIR_MARKS = /(?=[\p{sc=Hebrew}\p{sc=Arabic}])\p{M}/gu;
// Only for widths: text that will be shaped as a unit.
const ONE_DIRECTION = /[\p{sc=Hebrew}\p{sc=Arabic}\p{M}]+|[^\p{sc=Hebrew}\p{sc=Arabic}]+/gu;

// With a list of features, even an empty one, pdfkit shapes a piece as a whole. Without one it
// shapes each word, and keeps its shape until the document ends: three times as fast, and 3 KB per
// word. Few words of a language recur often.
const AS_A_WHOLE = { lineBreak: false, features: [] };
const WORD_BY_WORD = { lineBreak: false };
const MAX_SHAPES = 5_000;

// Letters of a word that is longer than a row are measured one by one. A width takes 100 bytes.
const MAX_WIDTHS = 20_000;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface FontFile {
  readonly bytes: Buffer;
  readonly signs: ReadonlySet<number>;
}

let fontFile: Promise<FontFile> | undefined;

/** Read once; a failure is not cached. */
const theFont = (): Promise<FontFile> =>
  (fontFile ??= readFont().catch((error: unknown) => {
    fontFile = undefined;
    throw error;
  }));

async function readFont(): Promise<FontFile> {
  const bytes = await readFile(FONT_FILE);
  // A single font, because the file is not a collection.
  const { characterSet } = create(bytes) as Font;
  return { bytes, signs: new Set(characterSet.filter((sign) => SCRIPTS.test(String.fromCodePoint(sign)))) };
}

/** A stretch of a row that reads in one direction. */
interface DrawnRun {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

interface DocumentFacts {
  readonly title: string;
  readonly createdAt: Date;
  /** The font size for measuring until `use` sets another. */
  readonly textSize: number;
}

/** A PDF of A4 pages: equal calls produce equal bytes. Units are points. */
export class PdfCanvas {
  private readonly chunks: Buffer[] = [];
  private readonly signs = new Set<number>();
  /** Words whose shapes pdfkit keeps. */
  private readonly shaped = new Set<string>();
  private readonly widths = new Map<string, number>();

  private constructor(
    private readonly document: PDFKit.PDFDocument,
    private readonly font: FontFile,
  ) {
    document.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    document.font(font.bytes);
  }

  static async open({ title, createdAt, textSize }: DocumentFacts): Promise<PdfCanvas> {
    const font = await theFont();
    await nextTurn();
    const document = new PDFDocument({
      autoFirstPage: false,
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      displayTitle: true,
      // No default font: pdfkit would load its metrics.
      font: '',
      info: {
        Title: title,
        Producer: 'Telephony Platform',
        Creator: 'Telephony Platform',
        CreationDate: createdAt,
      },
    });
    const canvas = new PdfCanvas(document, font);
    document.fontSize(textSize);
    // The first word parses the font's tables, the longest step except for the end.
    canvas.widthOf('word');
    await nextTurn();
    return canvas;
  }

  /** Whether the document can show a character; limited to this many different ones. */
  readonly draws = (codePoint: number): boolean => {
    if (this.signs.has(codePoint)) return true;
    if (this.signs.size >= MAX_SIGNS || !this.font.signs.has(codePoint)) return false;
    this.signs.add(codePoint);
    return true;
  };

  addPage(): void {
    this.document.addPage();
  }

  /** Size and colour for measuring and drawing from now on; there must be a page. */
  use(size: number, colour: string): void {
    this.document.fontSize(size).fillColor(colour);
  }

  /** Width of a text at the size of `open`, in any order of its parts. */
  readonly widthOf = (text: string): number => {
    const known = this.widths.get(text);
    if (known !== undefined) return known;
    let width = 0;
    for (const piece of RIGHT_TO_LEFT.test(text) ? (text.match(ONE_DIRECTION) ?? []) : [text])
      width += this.document.widthOfString(piece, this.optionsFor(piece));
    if (this.widths.size < MAX_WIDTHS) this.widths.set(text, width);
    return width;
  };

  /** Width at the size of the last `use`. */
  currentWidthOf(text: string): number {
    return this.document.widthOfString(text, this.optionsFor(text));
  }

  /** Draws a text without right-to-left letters, in one row. */
  write(text: string, x: number, y: number): void {
    this.document.text(text, x, y, this.optionsFor(text));
  }

  bar(x: number, y: number, width: number, height: number, colour: string): void {
    this.document.rect(x, y, width, height).fill(colour);
  }

  /** Draws runs side by side, from `x` on, or up to it. */
  writeRuns(runs: readonly DrawnRun[], x: number, y: number, side: 'from' | 'up to'): void {
    const pieces = runs.flatMap(piecesOf);
    const widths = pieces.map((text) => this.document.widthOfString(text, this.optionsFor(text)));
    let at = side === 'from' ? x : x - widths.reduce((sum, width) => sum + width, 0);
    for (const [index, text] of pieces.entries()) {
      this.document.text(text, at, y, this.optionsFor(text));
      at += widths[index]!;
    }
  }

  /** Right-to-left text is drawn as a whole: word by word it would run from the left. */
  private optionsFor(text: string): typeof AS_A_WHOLE | typeof WORD_BY_WORD {
    return RIGHT_TO_LEFT.test(text) || !this.areShaped(text.split(' ')) ? AS_A_WHOLE : WORD_BY_WORD;
  }

  /** Whether pdfkit has the shapes of all these words, or may keep them. */
  private areShaped(words: readonly string[]): boolean {
    for (const [index, word] of words.entries()) {
      // pdfkit attaches the space after a word to it.
      const shape = index < words.length - 1 ? `${word} ` : word;
      if (this.shaped.has(shape)) continue;
      if (this.shaped.size >= MAX_SHAPES) return false;
      this.shaped.add(shape);
    }
    return true;
  }

  /**
   * Ends the document.
   * @returns its bytes
   */
  async end(): Promise<Buffer> {
    const ended = new Promise((resolve, reject) => this.document.once('end', resolve).once('error', reject));
    this.document.end();
    await ended;
    return Buffer.concat(this.chunks);
  }
}

/**
 * A run in pieces from left to right, each written so that fontkit draws it in the run's direction.
 */
function piecesOf({ text: whole, isRightToLeft }: DrawnRun): string[] {
  const text = isRightToLeft ? whole : whole.replace(THEIR_MARKS, '');
  if (!RIGHT_TO_LEFT.test(text)) return [isRightToLeft ? reversed(text) : text];
  const pieces: string[] = text.match(ONE_SCRIPT) ?? [];
  if (isRightToLeft) pieces.reverse();
  return pieces.map((piece) => (RIGHT_TO_LEFT.test(piece) === isRightToLeft ? piece : reversed(piece)));
}

const reversed = (text: string): string =>
  [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('');
