import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

/**
 * A file of contacts of which every so-manieth is wrong, each second one of these over two lines,
 * and the rows of it that are.
 */
export function aFileOf(rows: number, every: number): { file: string; wrong: string } {
  const header = 'to_number,external_contact_id,first_name\r\n';
  const lines = Array.from({ length: rows }, (_, n) => {
    const number = `491${String(570_000 + n)}`;
    if (n % every > 0) return { isWrong: false, text: `+61${number},patient-${n},Kim\r\n` };
    const isEven = n % (2 * every) === 0;
    return {
      isWrong: true,
      text: isEven
        ? `61${number},patient-${n},"Kim, ""A""\nLee"\r\n`
        : `+61${number},${number.slice(1)}@example.com,Kim\r\n`,
    };
  });
  const textOf = (kept: typeof lines): string => header + kept.map(({ text }) => text).join('');
  return { file: textOf(lines), wrong: textOf(lines.filter(({ isWrong }) => isWrong)) };
}

/**
 * Measures a page's cost so far: seconds of its main thread, which a busy machine does not
 * lengthen, and bytes of its heap.
 */
export async function aMeter(page: Page): Promise<() => Promise<{ seconds: number; heapBytes: number }>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name: string): number => metrics.find((it) => it.name === name)?.value ?? NaN;
    return { seconds: of('TaskDuration'), heapBytes: of('JSHeapUsedSize') };
  };
}

const DAY_MS = 86_400_000;

/** This many days from now, in the format of a time field. */
export const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16);

/**
 * Sends a write to the API with a key.
 * @throws for every answer except a success
 */
export async function askWithKey<Answer>(url: string, key: string, body: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** A CSV file as a person selects it. */
export const aCsv = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
