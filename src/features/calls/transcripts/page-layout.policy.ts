import { breakRows, type Row } from './rows.policy.js';
import { directed, type DirectedText } from './visual-order.policy.js';

/** The left part of a paragraph: an entry of the head, or the time and the speaker. */
export interface Label {
  readonly time: string | null;
  readonly name: string;
}

export interface Paragraph {
  readonly label: Label | null;
  readonly text: string;
}

export interface PlacedRow extends Row {
  readonly text: DirectedText;
  /** From the top edge of the paper, in points. */
  readonly y: number;
  /** Set on the first row of a paragraph, and on its first row of each further page. */
  readonly label: Label | null;
}

export type Page = readonly PlacedRow[];

/** Sizes in points; A4 with margins of 50. */
export const SHEET = {
  width: 595.28,
  height: 841.89,
  margin: 50,
  /** Where the text begins, right of the labels. */
  textX: 150,
  textSize: 9.5,
  rowHeight: 13,
} as const;

const TEXT_WIDTH = SHEET.width - SHEET.margin - SHEET.textX;

const PARAGRAPH_GAP = 4;
/** First row below the running title. */
const TOP = 72;
/** No row begins below this, so that none overlaps the page number. */
const LOWEST = SHEET.height - SHEET.margin - SHEET.rowHeight - 12;

/** Puts paragraphs into rows and rows onto pages. */
export class PageLayout {
  private readonly done: PlacedRow[][] = [];
  private page: PlacedRow[] = [];
  private y: number;

  /**
   * @param measure width of a piece of text
   * @param firstTop where the text of the first page begins, below its head
   */
  constructor(
    private readonly measure: (text: string) => number,
    firstTop: number,
  ) {
    this.y = firstTop;
  }

  /** Adds a paragraph, one row per step. */
  *add({ label, text }: Paragraph): Generator<void> {
    const whole = directed(text);
    let isFirst = true;
    for (const row of breakRows(text, TEXT_WIDTH, this.measure)) {
      const startsPage = this.y > LOWEST;
      if (startsPage) this.turnPage();
      this.page.push({ ...row, text: whole, y: this.y, label: isFirst || startsPage ? label : null });
      this.y += SHEET.rowHeight;
      isFirst = false;
      yield;
    }
    this.y += PARAGRAPH_GAP;
  }

  /** Leaves some room before the next paragraph. */
  space(height: number): void {
    this.y += height;
  }

  get pageCount(): number {
    return this.done.length + 1;
  }

  pages(): readonly Page[] {
    return [...this.done, this.page];
  }

  private turnPage(): void {
    this.done.push(this.page);
    this.page = [];
    this.y = TOP;
  }
}
