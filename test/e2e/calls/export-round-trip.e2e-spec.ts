import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { detectPii } from '../../../src/core/privacy/pii/pii-tripwire.policy.js';
import { perSuite } from '../../support/frames.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aShownCall, anExportingTenant, aTokenOf, exportCalls, rowsOf, V3 } from './exporting.js';

const RUNS = 40;
const COLUMNS = ['call_id', 'summary', 'agent', 'transcript'];

/**
 * Characters that have a meaning for CSV, spreadsheets or this service, and arbitrary characters.
 */
const SIGNS = [
  '"',
  "'",
  ',',
  ';',
  '\r',
  '\n',
  '\r\n',
  '\t',
  '=',
  '+',
  '-',
  '@',
  '|',
  '%',
  ' ',
  '＝',
  '\u200B',
  '=1+1',
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...SIGNS), fc.string({ unit: 'grapheme', maxLength: 4 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

/** Neutralising adds only apostrophes; the cell tests check their positions. */
const bare = (text: string): string => text.replaceAll("'", '');
/** The text with the line endings of the file. */
const asSent = (text: string): string => bare(text.replace(/\r\n|\r|\n/g, '\r\n'));
// In each of these widths, after the separators of spreadsheets in various countries.
const FORMULA_INSIDE = /(?:^|[,;:\t\r\n|])\s*[=+@＝-]/;

// calls-export 5.10, 5.11
describe('an export that is read again', () => {
  const clock = new TestClock(new Date('2026-11-02T03:00:00.000Z'));
  const test = useSharedApp({ clock });
  let token: string;

  const own = perSuite(() => anExportingTenant(test));
  beforeAll(async () => {
    token = await aTokenOf(test, own.tenant, 'client_admin');
  });

  it(`is what was sent, cell by cell, for ${RUNS} times six calls of any text`, async () => {
    let minute = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ summary: texts, agent: texts, said: texts }), { minLength: 6, maxLength: 6 }),
        async (all) => {
          clock.advance(601_000);
          minute += 1;
          const from = Date.UTC(2025, 9, 1, 0, minute);
          const at = (seconds: number) => new Date(from + seconds * 1000).toISOString();
          const calls = all.map(({ summary, agent, said }, index) =>
            aShownCall(own.project, {
              started_at_utc: at(index),
              ended_at_utc: null,
              summary,
              agent_name: agent,
              consent: { status: 'obtained', method: 'express', obtained_at_utc: at(index) },
              redacted_transcript: {
                status: 'verified',
                lines: [{ role: 'caller', text: said, offset_ms: 0 }],
              },
            }),
          );
          await postCalls(test, own.tenant, calls);
          const response = await exportCalls(test, token, {
            ...V3,
            columns: COLUMNS,
            redact_personal_information: false,
            project_id: own.project,
            start_date: at(0),
            end_date: at(60),
          });
          expect(response.status, response.text).toBe(200);
          const rows = rowsOf(response.text).toReversed();
          expect(rows.map((row) => row['call_id'])).toEqual(calls.map((call) => call['call_id']));
          for (const [index, row] of rows.entries()) {
            const { summary, agent, said } = all[index]!;
            expect(bare(row['summary']!)).toBe(asSent(summary.trim() === '' ? '' : summary));
            // Ingest masks a name that looks like an address, and stores names in composed form
            // (requests 4.8).
            const isMasked = detectPii(agent) !== null;
            expect(bare(row['agent']!)).toBe(isMasked ? '[masked]' : asSent(agent.normalize('NFC')));
            expect(bare(row['transcript']!)).toBe(
              bare(`caller: ${said.replace(/\r\n|[\n\v\f\r\x85\u2028\u2029]/g, ' ')}`),
            );
            for (const cell of Object.values(row)) {
              expect(cell).not.toMatch(/^[=+\-@\t\r|%]/);
              expect(cell).not.toMatch(FORMULA_INSIDE);
            }
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});
