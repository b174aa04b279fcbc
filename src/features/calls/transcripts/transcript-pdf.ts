import { setImmediate as nextTurn } from 'node:timers/promises';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Cooperative } from '../../../core/shared/cooperative.js';
import { drawable } from './drawable-text.policy.js';
import { PageLayout, SHEET, type Label, type Page, type Paragraph } from './page-layout.policy.js';
import { PdfCanvas } from '../../../core/http/pdf/pdf-canvas.js';
import { headOf, timeInCall, type Transcript } from './transcript-text.policy.js';
import { scriptChanges, visualRuns } from './visual-order.policy.js';
import { DOWNLOAD_ERRORS } from '../calls.errors.js';

// A call has 5,000 lines at most. With a hundred characters each, more than people say in one
// breath, that is this much text on 213 pages: every real call fits. The limits stop other
// documents, because one may take a second of work.
const MAX_CHARACTERS = 512 * 1024;
const MAX_PAGES = 250;
// A bilingual line changes its script a few times. Each change is drawn separately, and 50,000 of
// them take a second.
const MAX_SCRIPT_CHANGES = 50_000;

const TITLE = { size: 16, y: 84, below: 114 };
const SMALL = 8;
const INK = { text: '#111111', faint: '#5f6368', caller: '#8a3b00', agent: '#1a4f8b' };
const TIME_X = SHEET.margin;
const NAME_X = SHEET.margin + 42;

const NOTE =
  'Some characters of the conversation, such as emoji, cannot be shown because the font does not ' +
  'have them. The text download is complete.';

/**
 * Draws a transcript as a PDF of A4 pages: the head on the first one, a running title with call and
 * start, speakers with the time on the left, page numbers "n / m". Equal transcripts give equal
 * bytes. The document is complete before anything is sent, because the first page already shows the
 * number of pages.
 * @throws 413 DOWNLOAD_PDF_TOO_LARGE for more text or pages than a document may have
 */
export async function transcriptPdf(transcript: Transcript): Promise<Buffer> {
  const characters = transcript.lines.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > MAX_CHARACTERS) throw tooLarge();
  const changes = transcript.lines.reduce((sum, { text }) => sum + scriptChanges(text), 0);
  if (changes > MAX_SCRIPT_CHANGES) throw tooLarge();
  const canvas = await PdfCanvas.open({
    title: `Transcript of call ${transcript.callId}`,
    createdAt: transcript.startedAt,
    textSize: SHEET.textSize,
  });
  const slices = new Cooperative();
  const pages = await layOut(transcript, canvas, slices);
  for (const [index, page] of pages.entries()) {
    canvas.addPage();
    drawFrame(canvas, transcript, `${index + 1} / ${pages.length}`);
    if (index === 0) drawTitle(canvas);
    for (const row of page) {
      drawRow(canvas, row);
      const pause = slices.yieldToEventLoop();
      if (pause) await pause;
    }
  }
  // The font is embedded at the end, in one step that takes most of an event loop turn.
  await nextTurn();
  return canvas.end();
}

async function layOut(
  transcript: Transcript,
  canvas: PdfCanvas,
  slices: Cooperative,
): Promise<readonly Page[]> {
  const layout = new PageLayout(canvas.widthOf, TITLE.below);
  let replaced = 0;
  const place = async (label: Label | null, text: string): Promise<void> => {
    for (const _ of layout.add({ label, text })) {
      if (layout.pageCount > MAX_PAGES) throw tooLarge();
      const pause = slices.yieldToEventLoop();
      if (pause) await pause;
    }
  };
  const placeSpoken = async ({ label, text }: Paragraph): Promise<void> => {
    const shown = drawable(text, canvas.draws);
    replaced += shown.replaced;
    await slices.yieldToEventLoop();
    await place(label, shown.text);
  };
  for (const [name, value] of headOf(transcript))
    await placeSpoken({ label: { time: null, name }, text: value });
  layout.space(2 * SHEET.rowHeight);
  for (const { role, text, offset_ms: offset } of transcript.lines) {
    await placeSpoken({ label: { time: timeInCall(offset), name: role }, text });
  }
  if (replaced > 0) {
    layout.space(SHEET.rowHeight);
    await place(null, NOTE);
  }
  return layout.pages();
}

function drawTitle(canvas: PdfCanvas): void {
  canvas.use(TITLE.size, INK.text);
  canvas.write('Call transcript', SHEET.margin, TITLE.y);
}

function drawFrame(canvas: PdfCanvas, { callId, startedAt }: Transcript, number: string): void {
  canvas.use(SMALL, INK.faint);
  const started = `started ${startedAt.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const room = SHEET.width - 2 * SHEET.margin - canvas.currentWidthOf(`Call , ${started}`);
  canvas.write(`Call ${fitted(callId, room, canvas)}, ${started}`, SHEET.margin, SHEET.margin);
  const middle = (SHEET.width - canvas.currentWidthOf(number)) / 2;
  canvas.write(number, middle, SHEET.height - SHEET.margin - SMALL);
}

/** As much of a text as fits, with an ellipsis for the rest. */
function fitted(text: string, room: number, canvas: PdfCanvas): string {
  if (canvas.currentWidthOf(text) <= room) return text;
  let end = text.length;
  while (end > 0 && canvas.currentWidthOf(`${text.slice(0, end)}…`) > room) end -= 1;
  return `${text.slice(0, end)}…`;
}

function drawRow(canvas: PdfCanvas, { label, text, start, end, y }: Page[number]): void {
  if (label) drawLabel(canvas, label, y);
  canvas.use(SHEET.textSize, INK.text);
  const runs = visualRuns(text, start, end);
  if (text.isRightToLeft) canvas.writeRuns(runs, SHEET.width - SHEET.margin, y, 'up to');
  else canvas.writeRuns(runs, SHEET.textX, y, 'from');
}

function drawLabel(canvas: PdfCanvas, { time, name }: Label, y: number): void {
  if (time === null) {
    canvas.use(SHEET.textSize, INK.faint);
    canvas.write(name, TIME_X, y);
    return;
  }
  canvas.use(SMALL, INK.faint);
  canvas.write(time, TIME_X, y + 1.2);
  canvas.use(SHEET.textSize, name === 'caller' ? INK.caller : INK.agent);
  canvas.write(name, NAME_X, y);
}

const tooLarge = (): PlatformError => new PlatformError(DOWNLOAD_ERRORS.pdfTooLarge);
