import fc from 'fast-check';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { aCampaignFixture, faultsOf } from '../../support/campaigns.js';
import { atDepth } from '../../support/depth.js';
import { TestClock } from '../../support/test-clock.js';
import { dumpOf } from '../privacy/canaries.js';
import { countsOf, Importing, rowErrorsOf } from './importing.js';
import {
  anImport,
  BROKEN_FILES,
  expectedCounts,
  expectedErrors,
  IDS,
  MARKS,
  SUPPRESSED,
} from './random-imports.js';
import type { RandomImport } from './random-imports.js';

const STATUSES = [
  ...['pending', 'pending_dispatch', 'queued', 'dialing', 'in_call', 'retry_scheduled'],
  ...['completed', 'failed', 'suppressed', 'cancelled', 'expired'],
];
const UPDATABLE = STATUSES.slice(0, 3);

/** Changes of contacts between two imports. */
const fates = fc.dictionary(fc.constantFrom(...IDS), fc.constantFrom(...STATUSES, 'dnc'));

// campaigns 4.8 to 4.13, 4.16 and 3.5
describe('imports of random files with every damage', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  let imports: Importing;

  beforeAll(async () => {
    const desk = await aCampaignFixture(test);
    imports = new Importing(test, desk);
    for (const to_number of SUPPRESSED) {
      const body = { to_number, reason: 'direct_opt_out', source: 'test', project_id: desk.projectId };
      const { status } = await desk.send('post', '/suppressions', { body });
      expect([200, 201]).toContain(status);
    }
  });

  const send = (id: string, { format, body }: RandomImport, dryRun = false): Promise<Response> =>
    imports[format](id, body, dryRun ? { query: { dry_run: 'true' } } : {});

  async function meet(id: string, fate: Readonly<Record<string, string>>): Promise<void> {
    for (const [externalId, status] of Object.entries(fate)) {
      await (status === 'dnc'
        ? imports.change(id, externalId, `is_callable = false, not_callable_reason = 'dnc'`)
        : imports.change(id, externalId, 'status = $3', [status]));
    }
  }

  /**
   * Imports after a dry run, and compares the dry run, the import, the rows and the earlier state.
   */
  async function importAndCheck(id: string, sent: RandomImport): Promise<void> {
    const before = await imports.contacts(id);
    const known = new Set(before.map((it) => it['external_contact_id']));
    const tried = await send(id, sent, true);
    expect(await imports.contacts(id)).toEqual(before);
    clock.advance(1_000);
    const done = await send(id, sent);
    expect(done.status).toBe(200);
    expect([countsOf(tried), rowErrorsOf(tried)]).toEqual([countsOf(done), rowErrorsOf(done)]);
    // Every row is counted once; its own cells and the other rows determine how.
    expect(countsOf(done)).toEqual(expectedCounts(sent.rows, known));
    const told = rowErrorsOf(done);
    expect(new Set(told.map((error) => error.split(' ')[0])).size).toBe(countsOf(done)[2]);
    expect(expectedErrors(sent).filter((error) => !told.includes(error))).toEqual([]);
    const after = await imports.contacts(id);
    expect(after).toHaveLength(before.length + countsOf(done)[0]!);
    const byId = new Map(after.map((it) => [it['contact_id'], it]));
    for (const contact of before) {
      const isOpen =
        UPDATABLE.includes(String(contact['status'])) && contact['not_callable_reason'] !== 'dnc';
      const now = byId.get(contact['contact_id']);
      if (isOpen) expect(now).toMatchObject({ status: contact['status'], created_at: contact['created_at'] });
      else expect(now).toEqual(contact);
    }
    const masks = new Set(SUPPRESSED.map((number) => number.slice(-3)));
    const suppressed = after.filter((it) => masks.has(String(it['masked_phone']).slice(-3)));
    expect(suppressed.filter((it) => it['is_callable'] === true)).toEqual([]);
    const callable = after.filter((it) => it['is_callable']).length;
    const { counts } = await imports.desk.detail(id);
    expect(counts).toMatchObject({ total: after.length, callable, not_callable: after.length - callable });
    for (const status of STATUSES) {
      expect(counts).toMatchObject({ [status]: after.filter((it) => it['status'] === status).length });
    }
    expect(done.text).not.toContain(MARKS.name);
    expect(done.text).not.toContain(MARKS.digits);
  }

  // Fails if an identifier is compared before it is normalised, if a row is counted by its errors,
  // if an update ignores the status, or if a dry run decides by other rows than the import.
  it(
    'keep every promise of the contract',
    async () => {
      await fc.assert(
        fc.asyncProperty(anImport, fates, anImport, async (first, fate, second) => {
          const { campaign_id: id } = await imports.desk.made();
          await importAndCheck(id, first);
          await meet(id, fate);
          await importAndCheck(id, second);
        }),
        { numRuns: atDepth({ ordinary: 12, full: 100 }), endOnFailure: true },
      );
    },
    atDepth({ ordinary: 240_000, full: 300_000 }),
  );

  // campaigns 4.2 and 4.3
  it('take no row of a file that is none', async () => {
    const { campaign_id: id } = await imports.desk.made();
    await fc.assert(
      fc.asyncProperty(anImport, fc.constantFrom(...BROKEN_FILES), async (sent, [fault, broken]) => {
        fc.pre(sent.format === 'csv');
        const before = await imports.contacts(id);
        const answer = await imports.csv(id, broken(sent.body));
        expect([answer.status, faultsOf(answer)[0]![1]]).toEqual([422, fault]);
        expect(answer.text).not.toContain(MARKS.name);
        expect(await imports.contacts(id)).toEqual(before);
      }),
      { numRuns: atDepth({ ordinary: 14, full: 100 }), endOnFailure: true },
    );
  });

  it('leave no number, name or evidence in the open, in any table or line of the log', async () => {
    const { superuser } = test.databases;
    const dumps = await Promise.all([superuser.metadataUrl, ...superuser.storeUrls.values()].map(dumpOf));
    expect(dumps.join('').includes('campaign_contacts')).toBe(true);
    const found = [...dumps, test.logs()].flatMap((dump) => {
      const open = dump.replaceAll(BINARY, '');
      return [
        ...[MARKS.name, NUMBERS_BEGIN, `${MARKS.digits} 123`].filter((mark) => open.includes(mark)),
        ...[MARKS.name, MARKS.digits, MARKS.evidence]
          .flatMap(encodingsOf)
          .filter((mark) => dump.includes(mark)),
      ];
    });
    expect(found).toEqual([]);
  });
});

/** The form of binary columns in a dump, which may contain any digits by chance. */
const BINARY = /\\+x[0-9a-f]+/g;
/** The common prefix of all numbers: too long to occur by chance in an id or a count. */
const NUMBERS_BEGIN = `1${MARKS.digits}1`;

/** A text as in a binary column, and in base64 if that is too long to occur by chance. */
const encodingsOf = (text: string): string[] => {
  const encoded = [0, 1, 2].map((before) => Buffer.from(' '.repeat(before) + text).toString('base64'));
  const inner = encoded.map((it) => it.slice(4, -4)).filter((it) => it.length >= 8);
  return [Buffer.from(text).toString('hex'), ...inner];
};
