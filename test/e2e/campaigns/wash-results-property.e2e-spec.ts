import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { atDepth } from '../../support/depth.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aNumber, PlantedCampaigns } from './planted-campaigns.js';
import { countsOf, results, Washing } from './washing.js';

describe('results of washes in random files', () => {
  const test = useSharedApp({ clock: new TestClock(new Date('2026-11-22T00:00:00.000Z')) });
  let washing: Washing;

  const desk = perSuite(() => PlantedCampaigns.open(test));
  beforeAll(async () => {
    washing = new Washing(desk);
  });

  // campaigns 7.9 to 7.12, 3.5
  it(
    'keeps its promises for any file: rows are counted once, a dry run predicts the run, and nothing personal is answered',
    async () => {
      const numbers = Array.from({ length: 8 }, (_, n) => aNumber(n));
      const wrong = [`1${aNumber(1).slice(1)}`, '6.14916E+10', ' ', 'Robin Quirrelbane'];
      const statuses = ['listed', 'not_listed', 'invalid'];
      const aRow = fc.tuple(
        fc.constantFrom(...numbers, ...numbers, ...wrong),
        fc.constantFrom(...statuses, ...statuses, 'Quirrelbane', ''),
      );
      type Row = readonly [number: string, status: string];
      const isSound = (rows: readonly Row[], [number, status]: Row): boolean =>
        numbers.includes(number) &&
        statuses.includes(status) &&
        rows.every(([same, said]) => same !== number || said === status);
      await fc.assert(
        fc.asyncProperty(
          fc.array(aRow, { maxLength: 20 }),
          fc.uniqueArray(fc.constantFrom(...numbers), { maxLength: 6 }),
          fc.constantFrom('\n', '\r\n'),
          async (rows, present, newline) => {
            const id = await washing.campaign();
            const record = await washing.wash(id);
            for (const number of present) {
              await desk.contact(id, number, { not_callable_reason: 'registry_missing' });
            }
            const file = results(...rows).replaceAll('\r\n', newline);
            const before = await washing.contacts(id);
            const tried = await washing.send(file, { id, record, query: { dry_run: 'true' } }).expect(200);
            expect(await washing.contacts(id)).toEqual(before);
            const done = await washing.send(file, { id, record }).expect(200);
            expect(tried.body).toEqual({ ...(done.body as object), dry_run: true });
            const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
            const sound = filled.filter((row) => isSound(rows, row));
            const matched = sound.filter(([number]) => present.includes(number));
            const updated = new Set(matched.map(([number]) => number)).size;
            expect(countsOf(done)).toEqual([
              matched.length,
              sound.length - matched.length,
              filled.length - sound.length,
              updated,
              0,
            ]);
            const said = new Map(sound.map(([number, status]) => [number, status]));
            const expected = present.map((number) => said.get(number) ?? null).sort();
            const stored = (await washing.contacts(id)).map((it) => it['registry_status']).sort();
            expect(stored).toEqual(expected);
            const marks = [...numbers.map((number) => number.slice(1)), 'Quirrelbane', '6.14916'];
            expect(marks.filter((mark) => done.text.includes(mark))).toEqual([]);
          },
        ),
        { numRuns: atDepth({ ordinary: 8, full: 80 }) },
      );
    },
    atDepth({ ordinary: 240_000, full: 300_000 }),
  );
});
