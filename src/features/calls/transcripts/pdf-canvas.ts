import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { LoggableError } from '../../../core/kernel/platform-error.js';
import type { VisualRun } from './visual-order.policy.js';

// One font for everything: Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic.
const require = createRequire(import.meta.url);
const FONT_FILE = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf');

// Scripts that are drawn as their readers write them. The font has letters of a few more, in shapes that stand alone.
const SCRIPTS =
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Common}\p{sc=Inherited}]/u;

// The signs of a document are put into it at its end and in one go, which may not hold the event loop for more than
// 25 ms: so many take 20. A conversation in four alphabets has about 250.
const MAX_SIGNS = 300;

// fontkit finds the direction of a piece from the first letter that belongs to a script.
const RIGHT_TO_LEFT = /[\p{sc=Hebrew}\p{sc=Arabic}]/u;
// Its shapes it finds from there too, so a piece holds letters of one of the two at most.
const ONE_SCRIPT = /\P{sc=Hebrew}+|\P{sc=Arabic}+/gu;
const HEBREW_AND_ARABIC = /\p{sc=Hebrew}.*\p{sc=Arabic}|\p{sc=Arabic}.*\p{sc=Hebrew}/u;
// Their vowel signs on letters and signs of others, which no language has: fontkit would turn the piece around for them.
const THEIR_MARKS = /(?=[\p{sc=Hebrew}\p{sc=Arabic}])\p{M}/gu;
const WORDS = /[^ ]* |[^ ]+$/g;
// For widths alone: what will be shaped together.
const ONE_DIRECTION = /[\p{sc=Hebrew}\p{sc=Arabic}\p{M}]+|[^\p{sc=Hebrew}\p{sc=Arabic}]+/gu;

// Any list at all makes pdfkit shape a piece as a whole; without one it goes word by word from the left.
const AS_A_WHOLE = { lineBreak: false, features: [] };
const WORD_BY_WORD = { lineBreak: false };

// Of each word pdfkit remembers the shape until the document ends; half a million different ones are 100 MB. A
// language has fewer words than this that come again and again.
const MAX_SHAPES = 5_000;
const WORDS_IN_ROW = 16;

/** Where pdfkit 0.20 keeps its shapes; it has no other way to let go of them. */
interface WithShapes {
  readonly _font: { layoutCache: object };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface FontFile {
  readonly bytes: Buffer;
  readonly signs: ReadonlySet<number>;
}

let fontFile: Promise<FontFile> | undefined;

/** Read once; a failure is not remembered. */
const theFont = (): Promise<FontFile> =>
  (fontFile ??= readFont().catch((error: unknown) => {
    fontFile = undefined;
    throw error;
  }));

async function readFont(): Promise<FontFile> {
  const bytes = await readFile(FONT_FILE);
  // A single font, since the file is no collection of them.
  const { characterSet } = create(bytes) as Font;
  return { bytes, signs: new Set(characterSet.filter((sign) => SCRIPTS.test(String.fromCodePoint(sign)))) };
}

interface DocumentFacts {
  readonly title: string;
  readonly createdAt: Date;
  /** Size of what is measured until `use` says otherwise. */
  readonly textSize: number;
}

/** A document of A4 pages in the making: equal calls make equal bytes. Positions and widths are in points. */
export class PdfCanvas {
  private readonly chunks: Buffer[] = [];
  private readonly signs = new Set<number>();
  private shapes = 0;

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
      // None: pdfkit would load the metrics of one of its own.
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
    // The first word takes the tables of the font apart, which is the longest step but for the end.
    canvas.widthOf('word');
    await nextTurn();
    return canvas;
  }

  /** Whether the document can show a sign; it says yes to so many different ones only. */
  readonly draws = (codePoint: number): boolean => {
    if (this.signs.has(codePoint)) return true;
    if (this.signs.size >= MAX_SIGNS || !this.font.signs.has(codePoint)) return false;
    this.signs.add(codePoint);
    return true;
  };

  addPage(): void {
    this.document.addPage();
  }

  /** Size and colour of what is measured and drawn from now on; there must be a page. */
  use(size: number, colour: string): void {
    this.document.fontSize(size).fillColor(colour);
  }

  /** Width of a text however its parts are ordered. */
  readonly widthOf = (text: string): number => {
    this.boundShapes();
    if (!RIGHT_TO_LEFT.test(text)) return this.document.widthOfString(text, WORD_BY_WORD);
    let width = 0;
    for (const piece of text.match(ONE_DIRECTION) ?? [])
      width += this.document.widthOfString(piece, WORD_BY_WORD);
    return width;
  };

  /** Draws a text without right-to-left letters, in one row. */
  write(text: string, x: number, y: number): void {
    this.document.text(text, x, y, WORD_BY_WORD);
  }

  /** Draws runs side by side, from `x` on, or up to it. */
  writeRuns(runs: readonly VisualRun[], x: number, y: number, side: 'from' | 'up to'): void {
    const pieces = runs.flatMap(piecesOf);
    const widths = pieces.map(({ text, options }) => this.document.widthOfString(text, options));
    let at = side === 'from' ? x : x - widths.reduce((sum, width) => sum + width, 0);
    for (const [index, { text, options }] of pieces.entries()) {
      this.boundShapes(WORDS_IN_ROW);
      this.document.text(text, at, y, options);
      at += widths[index]!;
    }
  }

  private boundShapes(added = 1): void {
    this.shapes += added;
    if (this.shapes < MAX_SHAPES) return;
    const { _font: font } = this.document as unknown as WithShapes;
    if (typeof font.layoutCache !== 'object')
      throw new LoggableError('pdfkit keeps its shapes elsewhere now');
    // Words may be called anything, `constructor` among others.
    font.layoutCache = Object.create(null) as object;
    this.shapes = 0;
  }

  /** Ends the document. @returns all of it */
  async end(): Promise<Buffer> {
    const ended = new Promise((resolve, reject) => this.document.once('end', resolve).once('error', reject));
    this.document.end();
    await ended;
    return Buffer.concat(this.chunks);
  }
}

interface Piece {
  readonly text: string;
  readonly options: typeof AS_A_WHOLE | typeof WORD_BY_WORD;
}

/** A run in pieces from left to right, each written so that fontkit draws it in the run's direction. */
function piecesOf({ text: whole, isRightToLeft }: VisualRun): Piece[] {
  const text = isRightToLeft ? whole : whole.replace(THEIR_MARKS, '');
  if (!RIGHT_TO_LEFT.test(text)) {
    return [{ text: isRightToLeft ? reversed(text) : text, options: WORD_BY_WORD }];
  }
  if (isRightToLeft && !HEBREW_AND_ARABIC.test(text)) {
    const words = text.match(WORDS) ?? [];
    if (words.every((word) => RIGHT_TO_LEFT.test(word))) return wordsFromTheRight(words);
  }
  const pieces = text.match(ONE_SCRIPT) ?? [];
  if (isRightToLeft) pieces.reverse();
  return pieces.map((piece) => ({
    text: RIGHT_TO_LEFT.test(piece) === isRightToLeft ? piece : reversed(piece),
    options: AS_A_WHOLE,
  }));
}

/**
 * fontkit turns each word with the blank behind it, so words that stand in reverse order make a row whose shapes are
 * remembered word by word. A last word without a blank would run into the one before.
 */
function wordsFromTheRight(words: string[]): Piece[] {
  const last = words.at(-1)!.endsWith(' ') ? [] : words.splice(-1);
  return [...last, words.reverse().join('')]
    .filter((text) => text !== '')
    .map((text) => ({ text, options: WORD_BY_WORD }));
}

const reversed = (text: string): string =>
  [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join('');
