import { getDocumentProxy } from 'unpdf';

/** A piece of text on a page, in points from the left and lower edges of the paper. */
interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly items: readonly PdfText[];
  /** The text of the page from top to bottom, a line for each row. */
  readonly text: string;
}

/** The pages of a PDF, read by an independent reader. */
export async function pdfPages(bytes: Buffer): Promise<PdfPage[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  try {
    return await Promise.all(
      Array.from({ length: document.numPages }, async (_, index) => {
        const page = await document.getPage(index + 1);
        const [, , width = 0, height = 0] = page.view;
        const { items } = await page.getTextContent();
        const texts = items.flatMap((item) => {
          if (!('str' in item) || item.str.trim() === '') return [];
          const [x = 0, y = 0] = (item.transform as number[]).slice(4);
          return [{ text: item.str, x, y, width: item.width }];
        });
        return { width, height, items: texts, text: rowsOf(texts) };
      }),
    );
  } finally {
    await document.cleanup();
  }
}

// Smaller print is slightly higher within its row.
const SAME_ROW = 2;

function rowsOf(items: readonly PdfText[]): string {
  const rows: PdfText[][] = [];
  for (const item of [...items].sort((one, other) => other.y - one.y)) {
    const row = rows.at(-1);
    if (row && row[0]!.y - item.y < SAME_ROW) row.push(item);
    else rows.push([item]);
  }
  return rows
    .map((row) =>
      row
        .sort((one, other) => one.x - other.x)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n');
}
