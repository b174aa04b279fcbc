import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOBS_SCHEMA } from '../../../src/core/database/jobs/job-queue.js';
import { startTestApp, workerSettings } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCampaignFixture } from '../../support/campaigns.js';
import { BuiltService, environmentOf } from '../../support/built-process.js';
import type { BuiltProcess } from '../../support/built-process.js';
import { IN_THIS_DATABASE } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { chance } from '../../support/random-calls.js';
import { AS_CONTACT } from '../caller-requests/erased-contacts.js';
import { ErasurePlace, PERSON } from '../caller-requests/erasure-place.js';
import { aCallerRequestFixture } from '../caller-requests/caller-request-fixture.js';
import { FAULTS } from '../campaigns/campaign-faults.js';

const KILLS = atDepth({ ordinary: 2, full: 10 });
/** Pieces that a worker completes before its last one. */
const MOST_BATCHES = 2;
/** Workers that die while erasing contacts, where each batch is one campaign. */
const KILLS_OVER_CONTACTS = atDepth({ ordinary: 1, full: 3 });
const CAMPAIGNS = KILLS_OVER_CONTACTS * (MOST_BATCHES + 2) + 2;
// A worker is in the middle of a batch when it dies, and that one may slip through; of five calls
// more than four are the person's.
const CALLS = (KILLS * (MOST_BATCHES + 1) + 2) * 600;

const COUNT_FAULTS = `SELECT * FROM (${FAULTS}) faults WHERE fault = 'count'`;

/** Makes every statement that fires the trigger wait at the test's lock, in one database. */
class Gate {
  private readonly client: Client;

  constructor(
    url: string,
    private readonly lock: number,
  ) {
    this.client = new Client({ connectionString: url });
  }

  async build(table: string, event: 'update' | 'delete'): Promise<void> {
    await this.client.connect();
    await this.client.query(`
      CREATE FUNCTION gate_${this.lock}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(${this.lock}); RETURN coalesce(NEW, OLD); END $$;
      CREATE TRIGGER gate_${this.lock} BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION gate_${this.lock}()`);
  }

  /** Waits until those that were let through have ended their transactions. */
  close = (): Promise<unknown> => this.client.query(`SELECT pg_advisory_lock(${this.lock})`);
  open = (): Promise<unknown> => this.client.query(`SELECT pg_advisory_unlock(${this.lock})`);
  /**
   * Lets the current waiters through but no later ones, in one statement, so that no time passes in
   * between.
   */
  pass = (): Promise<unknown> =>
    this.client.query(`SELECT pg_advisory_unlock(${this.lock}), pg_advisory_lock(${this.lock})`);
  end = (): Promise<void> => this.client.end();

  isReached(): Promise<void> {
    return eventually(async () => {
      const { rows } = await this.client.query(
        `SELECT 1 FROM pg_locks
          WHERE locktype = 'advisory' AND objid = $1 AND NOT granted AND ${IN_THIS_DATABASE}`,
        [this.lock],
      );
      expect(rows).toHaveLength(1);
    }, 2);
  }
}

// caller-requests 11.2; operations 6.3
describe('an erasure whose workers are killed', () => {
  let test: TestApp;
  let service: BuiltService;
  let queue: PgBoss;
  let inBatch: Gate;
  let atRecord: Gate;
  let behindRecord: Gate;
  let inContacts: Gate;
  let behindContacts: Gate;

  beforeAll(async () => {
    test = await startTestApp();
    service = new BuiltService().compile();
    const { metadataUrl, storeUrls } = test.databases.superuser;
    queue = new PgBoss({
      connectionString: metadataUrl,
      schema: JOBS_SCHEMA,
      migrate: false,
      supervise: false,
      schedule: false,
    });
    await queue.start();
    inBatch = new Gate(storeUrls.get('store-a')!, 4711);
    atRecord = new Gate(metadataUrl, 4712);
    behindRecord = new Gate(storeUrls.get('store-a')!, 4713);
    inContacts = new Gate(storeUrls.get('store-a')!, 4714);
    behindContacts = new Gate(storeUrls.get('store-a')!, 4715);
    await inContacts.build('contact_erasures', 'update');
    await behindContacts.build('contact_erasures', 'delete');
    await inBatch.build('caller_erasures', 'update');
    await atRecord.build('caller_requests', 'update');
    await behindRecord.build('caller_erasures', 'delete');
  });
  afterAll(async () => {
    service.stop();
    for (const gate of [inBatch, atRecord, behindRecord, inContacts, behindContacts]) await gate.end();
    await queue.stop({ graceful: false });
    await test.close();
  });

  const startWorker = async (): Promise<BuiltProcess> => {
    const worker = service.start('worker', environmentOf(workerSettings(test)));
    // Starting takes time on a busy machine, which does not count as waiting for the erasure.
    await worker.line('working');
    return worker;
  };
  /**
   * Ends a worker like a crash, and makes the queue do immediately what it does after the lease and
   * the pause.
   */
  const kill = async (worker: BuiltProcess): Promise<void> => {
    worker.kill('SIGKILL');
    expect(await worker.ended).toBe('SIGKILL');
    await test.world.sql(
      `UPDATE jobs.job SET started_on = started_on - interval '1 hour' WHERE state = 'active' AND name LIKE 'caller-requests.%'`,
    );
    await test.world.sql('UPDATE jobs.queue SET monitor_on = NULL, monitor_claim_on = NULL');
    await queue.supervise();
    await test.world.sql(
      `UPDATE jobs.job SET start_after = now() WHERE state = 'retry' AND name LIKE 'caller-requests.%'`,
    );
    expect(await openJobs()).not.toEqual([]);
  };
  /** How often jobs sent from now on may fail and be retried. */
  const setRetries = (retries: number): Promise<object[]> =>
    test.world.sql(`UPDATE jobs.queue SET retry_limit = $1 WHERE name = 'caller-requests.erase'`, [retries]);
  const openJobs = (): Promise<{ name: string; state: string }[]> =>
    test.world.sql(
      `SELECT name, state FROM jobs.job WHERE name LIKE 'caller-requests.%' AND state NOT IN ('completed', 'failed')`,
    );

  // Fails if a batch and its count do not commit together, when a restart does not go on, and when
  // the result is recorded twice or forgotten before it is. Also when deaths of workers count as
  // attempts.
  it(
    'ends whole, counted once, at whatever moment they die',
    async () => {
      const desk = await aCallerRequestFixture(test);
      const place = await ErasurePlace.open(test, desk);
      const random = chance(Date.now());
      const records = place
        .calls(CALLS, random)
        .map((call, at) => (at % 5 > 0 ? { ...call, caller_number: PERSON.number } : call));
      await place.takeIn(records);
      const campaigns = await aCampaignFixture(test, desk.tenant);
      const campaignIds: string[] = [];
      for (let at = 0; at < CAMPAIGNS; at += 1) {
        const { campaign_id: campaignId } = await campaigns.made();
        const contacts = [AS_CONTACT, { to_number: '+61491572220', external_contact_id: 'crm-1' }];
        const body = { source_id: 'crm', batch_id: 'batch-1', contacts };
        await campaigns.send('post', `/${campaignId}/contacts/import-json`, { body }).expect(200);
        campaignIds.push(campaignId);
      }
      const theirs = records.filter(({ caller_number: number }) => number === PERSON.number);
      const before = await place.stored();
      const isWhole = async (): Promise<void> => {
        const [row] = await place.inStore<{ counted: number | null; erased: number }>(
          `SELECT (SELECT erased_calls FROM caller_erasures) AS counted,
                  (SELECT count(*)::integer FROM call_index WHERE erased_at IS NOT NULL) AS erased`,
        );
        expect(row!.counted ?? 0).toBe(row!.erased);
      };

      const isWholeOfContacts = async (): Promise<void> => {
        const [row] = await place.inStore<{ counted: number | null; erased: number }>(
          `SELECT (SELECT erased_contacts FROM contact_erasures) AS counted,
                  (SELECT count(*)::integer FROM campaign_contacts WHERE phone_encrypted = '') AS erased`,
        );
        expect(row!.counted ?? 0).toBe(row!.erased);
      };

      const item = await desk.made({ request_type: 'deletion', caller_identifier: PERSON.number });
      await setRetries(1);
      await desk.moved(item, 'in_progress', { erase: true });
      await inBatch.close();
      for (let killed = 0; killed < KILLS; killed += 1) {
        // Later deaths happen at attempts of every number, including the last one.
        await setRetries(killed % 2);
        const worker = await startWorker();
        for (let batches = Math.floor(random() * (MOST_BATCHES + 1)); batches > 0; batches -= 1) {
          await inBatch.isReached();
          await inBatch.pass();
        }
        await inBatch.isReached();
        const passing = random() < 0.5 ? inBatch.pass() : null;
        await kill(worker);
        await passing;
        // The server still completes the statement of a dead process.
        await inBatch.pass();
        await isWhole();
      }
      await inContacts.close();
      await inBatch.open();
      for (let killed = 0; killed < KILLS_OVER_CONTACTS; killed += 1) {
        const worker = await startWorker();
        for (let batches = Math.floor(random() * (MOST_BATCHES + 1)); batches > 0; batches -= 1) {
          await inContacts.isReached();
          await inContacts.pass();
        }
        await inContacts.isReached();
        const passing = random() < 0.5 ? inContacts.pass() : null;
        await kill(worker);
        await passing;
        await inContacts.pass();
        await isWholeOfContacts();
      }
      await inContacts.open();

      const lastGates = {
        ordinary: [atRecord, behindRecord],
        full: [atRecord, behindContacts, behindRecord],
      };
      for (const gate of atDepth(lastGates)) {
        await gate.close();
        const worker = await startWorker();
        await gate.isReached();
        await kill(worker);
        await gate.open();
      }
      await startWorker();
      await eventually(async () => expect(await openJobs()).toEqual([]));

      const over = await place.shown(item);
      expect(over).toMatchObject({
        data_found_state: 'found',
        data_found_count: theirs.length + CAMPAIGNS,
        erasure: { erased_calls: theirs.length, erased_contacts: CAMPAIGNS, held_contacts: 0 },
      });
      expect(over.history.filter((line) => 'status_note' in line)).toHaveLength(2);
      const ends = (await desk.audits()).filter(({ metadata }) => metadata['processing'] === 'erasure');
      expect(ends).toHaveLength(1);
      const ids = new Set(theirs.map((call) => call['call_id']));
      const after = await place.stored();
      expect(after.size).toBe(before.size);
      for (const [callId, call] of after) {
        if (ids.has(callId)) expect(call).toMatchObject({ contents: 0, masked: null, is_erased: true });
        else expect(call).toEqual(before.get(callId));
      }
      expect(new Set([...after].filter(([id]) => ids.has(id)).map(([, call]) => call.hash)).size).toBe(1);
      expect(
        await place.inStore('SELECT * FROM caller_erasures UNION ALL SELECT * FROM contact_erasures'),
      ).toEqual([]);
      for (const campaignId of campaignIds) {
        expect((await campaigns.detail(campaignId)).counts).toMatchObject({
          total: 2,
          pending: 1,
          cancelled: 1,
        });
        expect(await place.inStore(COUNT_FAULTS, [campaignId, '[]'])).toEqual([]);
      }
    },
    atDepth({ ordinary: 240_000, full: 600_000 }),
  );
});
