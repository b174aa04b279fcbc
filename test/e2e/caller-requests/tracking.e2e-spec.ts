import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCallerRequestFixture, ASKED, MANUAL } from './caller-request-fixture.js';
import type { Item } from './caller-request-fixture.js';

const REQUESTS = 200;

describe('tracking ids', () => {
  const test = useTestApp();
  let second: TestApp;

  beforeAll(async () => {
    second = await startTestApp({
      databases: test.databases,
      settings: (base) => ({ ...base, apiKeys: test.settings.apiKeys }),
    });
  });
  afterAll(() => second.close());

  // Fails if numbers come from a sequence, or from the largest existing one. caller-requests 2.1,
  // 2.2
  it('of requests made at once in two processes have neither gap nor duplicate, though some fail', async () => {
    const desk = await aCallerRequestFixture(test);
    const broken = { ...ASKED, source_project_id: 'project-nowhere' };
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, index) => {
        const app = index % 2 === 0 ? test : second;
        if (index % 10 === 0) await desk.create(broken, desk.staff, app).expect(404);
        return desk.create(index % 3 === 0 ? MANUAL : ASKED, desk.staff, app).expect(201);
      }),
    );
    const ids = answers.map(({ body }) => (body as Item).tracking_id).toSorted();
    const expected = Array.from(
      { length: REQUESTS },
      (_, index) => `REQ-${String(index + 1).padStart(4, '0')}`,
    );
    expect(ids).toEqual(expected);
    // All other requests repeat the first one for the number, even if they arrive at the same time.
    const rows = await test.world.sql<{
      duplicate_of: number | null;
      first: number;
      tracking_number: number;
    }>(
      `SELECT duplicate_of, min(tracking_number) OVER () AS first, tracking_number FROM caller_requests
        WHERE client_id = $1 AND identifier_kind = 'phone' ORDER BY tracking_number`,
      [desk.tenant.clientId],
    );
    expect(
      rows.filter((row) => row.duplicate_of !== (row.tracking_number === row.first ? null : row.first)),
    ).toEqual([]);
  });

  // Fails if the revision is compared before the row is locked. caller-requests 5.2, 5.7
  it('stay with requests that two processes move on at once, each with the current revision', async () => {
    const desk = await aCallerRequestFixture(test);
    let item = await desk.made();
    const rounds = 8;
    for (let round = 1; round <= rounds; round += 1) {
      const revision = item.revision_number;
      const body = {
        expected_revision: revision,
        status: round % 2 === 0 ? 'ready' : 'in_progress',
        status_note: `Round ${round}.`,
      };
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          desk.move(item.id, body, desk.staff, [test, second][index % 2]),
        ),
      );
      const [won, ...others] = answers.toSorted((a, b) => a.status - b.status);
      expect(won!.status).toBe(200);
      const stale = { guard: 'expected_revision', sent: String(revision), current: String(revision + 1) };
      for (const { status, body: refused } of others) {
        expect([status, refused]).toMatchObject([409, { code: 'conflict', stale }]);
      }
      item = won!.body as Item;
      expect(item.revision_number).toBe(revision + 1);
    }
    expect(await desk.stored()).toEqual({ requests: 1, changes: 1 + rounds, audits: 1 + rounds });
  });

  // caller-requests 2.1
  it('are counted for each client and environment by itself, and grow past four digits', async () => {
    const prod = await aCallerRequestFixture(test);
    const staging = await test.world.aTenant({ clientId: prod.tenant.clientId, dataEnv: 'staging' });
    await test.world.sql(
      `INSERT INTO caller_request_counters (client_id, data_env, last_number) VALUES ($1, 'prod', 9999)`,
      [prod.tenant.clientId],
    );
    expect(await prod.made()).toMatchObject({ tracking_id: 'REQ-10000' });
    const key = { 'X-API-Key': await test.world.aKey(staging, 'support-ingest') };
    expect((await prod.create(ASKED, key).expect(201)).body).toMatchObject({ tracking_id: 'REQ-0001' });
  });
});
