import { setImmediate as nextTurn } from 'node:timers/promises';
import { PdfCanvas } from '../../../core/http/pdf/pdf-canvas.js';
import { numberText, type ReportContent } from './report-content.policy.js';

// A4 in points.
const WIDTH = 595.28;
const BOTTOM = 780;
const MARGIN = 48;
const INK = { text: '#1f2933', faint: '#52606d', bar: '#2f6fb3' };
const BARS = { labels: 170, x: MARGIN + 180, width: 250, row: 16, height: 9 };
const TILE = { width: (WIDTH - 2 * MARGIN) / 3, height: 44 };

/** The report as a PDF with a bar chart of each part (report-schedules 4.2). */
export async function reportPdf(content: ReportContent, createdAt: Date): Promise<Buffer> {
  const title = `${content.title}: ${content.period}`;
  const canvas = await PdfCanvas.open({ title, createdAt, textSize: 10 });
  const sheet = new Sheet(canvas);
  sheet.line(content.title, 18, INK.text, 26);
  sheet.line(content.period, 10, INK.faint, 16);
  sheet.line(content.client, 10, INK.faint, 24);
  if (content.nothing !== null) sheet.line(content.nothing, 10, INK.text, 24);
  sheet.tiles(content.headline.map(({ label, value }) => [numberText(value, content.language), label]));
  for (const { title: name, rows, most } of content.charts) {
    sheet.room(60);
    sheet.line(name, 13, INK.text, 22);
    for (const { label, value } of rows) sheet.bar(label, value / most, numberText(value, content.language));
    sheet.skip(16);
    await nextTurn();
  }
  return canvas.end();
}

/** Writes from top to bottom and starts a new page when one is full. */
class Sheet {
  private y = MARGIN;

  constructor(private readonly canvas: PdfCanvas) {
    canvas.addPage();
  }

  room(height: number): void {
    if (this.y + height <= BOTTOM) return;
    this.canvas.addPage();
    this.y = MARGIN;
  }

  skip(height: number): void {
    this.y += height;
  }

  line(text: string, size: number, colour: string, height: number): void {
    this.room(height);
    this.write(text, { x: MARGIN, width: WIDTH - 2 * MARGIN, size, colour });
    this.y += height;
  }

  tiles(tiles: readonly (readonly [value: string, label: string])[]): void {
    for (const [index, [value, label]] of tiles.entries()) {
      const x = MARGIN + (index % 3) * TILE.width;
      if (index % 3 === 0) this.room(TILE.height);
      this.write(value, { x, width: TILE.width, size: 18, colour: INK.text });
      this.write(label, { x, width: TILE.width, size: 9, colour: INK.faint, below: 22 });
      if (index % 3 === 2 || index === tiles.length - 1) this.y += TILE.height;
    }
  }

  bar(label: string, share: number, value: string): void {
    this.room(BARS.row);
    this.write(label, { x: MARGIN, width: BARS.labels, size: 9, colour: INK.text });
    if (share > 0) this.canvas.bar(BARS.x, this.y + 1, share * BARS.width, BARS.height, INK.bar);
    this.write(value, { x: BARS.x + BARS.width + 8, width: 60, size: 9, colour: INK.text });
    this.y += BARS.row;
  }

  private write(
    text: string,
    at: {
      readonly x: number;
      readonly width: number;
      readonly size: number;
      readonly colour: string;
      readonly below?: number;
    },
  ): void {
    this.canvas.use(at.size, at.colour);
    const shown = [...text].map((sign) => (this.canvas.draws(sign.codePointAt(0)!) ? sign : '?'));
    while (shown.length > 1 && this.canvas.currentWidthOf(shown.join('')) > at.width)
      shown.splice(-2, 2, '…');
    this.canvas.write(shown.join(''), at.x, this.y + (at.below ?? 0));
  }
}
