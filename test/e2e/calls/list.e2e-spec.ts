import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';

describe('smoke', () => {
  let test: TestApp;
  beforeAll(async () => { test = await startTestApp(); });
  afterAll(() => test.close());
  it('lists', async () => {
    const tenant = await test.world.aTenant();
    const p = await test.world.aProject(tenant);
    const w = await test.world.aKey(tenant, 'runtime-ingest');
    const k = await test.world.aKey(tenant, 'full-access');
    await test.request().post('/internal/v1/calls').set('X-API-Key', w).send([aCall(p), aCall(p), aCall(p)]).expect(200);
    const q = { start_date: '2026-10-01', end_date: '2026-10-31', page_size: 2 };
    for (const sort_by of ['started_at_utc', 'duration_seconds', 'call_status', 'primary_outcome']) {
      const r = await test.request().get('/v1/calls/list').set('X-API-Key', k).query({ ...q, sort_by });
      console.log(r.status, JSON.stringify(r.body).slice(0, 700));
      const r2 = await test.request().get('/v1/calls/list').set('X-API-Key', k).query({ ...q, sort_by, cursor: (r.body as {next_cursor: string}).next_cursor });
      console.log(r2.status, JSON.stringify(r2.body).slice(0, 100), (r2.body as {items: object[]}).items?.length);
      const r3 = await test.request().get('/v1/calls/list').set('X-API-Key', k).query({ ...q, sort_by, page: 2 });
      console.log(r3.status, JSON.stringify(r3.body).slice(0, 100));
    }
    const bad = await test.request().get('/v1/calls/list').set('X-API-Key', k).query({ ...q, status: 'x' });
    console.log(bad.status, JSON.stringify(bad.body));
    console.log(test.logs().split('\n').filter(l => l.includes('failed')).slice(0,3).join('\n'));
  });
});
