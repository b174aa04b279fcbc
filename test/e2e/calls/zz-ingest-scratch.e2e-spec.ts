import { monitorEventLoopDelay } from 'node:perf_hooks';
import { it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { IngestService } from '../../../src/features/calls/ingest/ingest.service.js';
import { sealCall } from '../../../src/features/calls/ingest/sealed-call.js';
import { parseCallRecord } from '../../../src/features/calls/ingest/call-record.policy.js';
import { TenantKeys } from '../../../src/core/privacy/tenant-keys.js';
import { systemContext } from '../../../src/core/auth/auth-context.js';

const lines = (n: number, size: number) => Array.from({ length: n }, (_, i) => ({ role: i % 2 ? 'agent' : 'caller', text: 'word '.repeat(size / 5), offset_ms: i * 1000 }));
it('bench', async () => {
  const test = await startTestApp();
  const tenant = await test.world.aTenant();
  const project = await test.world.aProject(tenant);
  const key = await test.world.aKey(tenant, 'runtime-ingest');
  const svc = test.app.get(IngestService, { strict: false });
  const auth = systemContext(tenant, 'bench');
  const tk = test.app.get(TenantKeys);
  const keys = { encryption: await tk.current(tenant, 'encryption'), matching: await tk.current(tenant, 'matching') };
  for (const [name, n, size] of [['small', 0, 0], ['20 lines', 10, 60], ['10MB', 20, 200]] as const) {
    const make = () => Array.from({ length: 1000 }, (_, i) => aCall(project, {
      caller_number: `+6140000${String(i).padStart(4, '0')}`, caller_name: 'Jo Bloggs', agent_name: 'Ada', resolution_status: 'resolved', end_reason: 'caller_hangup', sentiment: 'positive',
      summary: 'Asked for a time on Tuesday and got it confirmed.', cost_usd: 0.12, cost_local: 0.2, currency: 'AUD', ai_response_seconds: 0.8, provider_label: 'p', consent: { status: 'obtained', method: 'express', obtained_at_utc: '2026-01-01T00:00:00Z' },
      transfer: { last_outcome: 'completed', attempts: [{ kind: 'transfer', target_name: 'Desk', outcome: 'completed', at_utc: '2026-10-10T01:01:00.000Z' }] },
      ...(n ? { transcript: lines(n, size), redacted_transcript: { status: 'verified', lines: lines(n, size) } } : {}),
    }));
    for (let i = 0; i < 3; i++) await svc.ingest(auth, make());
    const times: number[] = []; const seals: number[] = []; const http: number[] = []; const copies: number[] = [];
    let stall = 0;
    const stalls: number[] = [];
    for (let i = 0; i < 8; i++) {
      const batch = make();
      const h = monitorEventLoopDelay({ resolution: 1 }); h.enable();
      await new Promise((r) => setImmediate(r));
      const t = performance.now();
      await svc.ingest(auth, batch);
      times.push(performance.now() - t);
      h.disable(); stall = Math.max(stall, h.max / 1e6); stalls.push(Math.round(h.max / 1e5) / 10);
      const parsed = make().map((r) => { const p = parseCallRecord(r); if (!p.ok) throw new Error(p.error.message); return p.record; });
      const s = performance.now(); for (const r of parsed) sealCall(tenant, keys, r); seals.push(performance.now() - s);
      const body = JSON.stringify(make());
      const u = performance.now();
      const res = await fetch(`${test.baseUrl}/internal/v1/calls`, { method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json' }, body });
      if (res.status !== 200) throw new Error(await res.text());
      await res.json(); http.push(performance.now() - u);
      if (i === 0) console.log('bytes', body.length);
    }
    await withClient(test.databases.superuser.storeUrls.get('store-a')!, async (c) => {
      await c.query(`CREATE TEMP TABLE ids AS SELECT call_id FROM calls ORDER BY ingested_at DESC LIMIT 1000`);
      const f = `/tmp/ingest-scratch-${process.pid}`;
      for (const t of ['calls', 'call_contents', 'call_events']) await c.query(`COPY (SELECT * FROM ${t} WHERE call_id IN (SELECT call_id FROM ids)) TO '${f}-${t}' (FORMAT binary)`);
      for (let i = 0; i < 8; i++) {
        await c.query(`DELETE FROM calls WHERE call_id IN (SELECT call_id FROM ids)`); await c.query(`DELETE FROM call_events WHERE call_id IN (SELECT call_id FROM ids)`);
        const t0 = performance.now();
        await c.query('BEGIN');
        for (const t of ['calls', 'call_contents', 'call_events']) await c.query(`COPY ${t} FROM '${f}-${t}' (FORMAT binary)`);
        await c.query('COMMIT');
        copies.push(performance.now() - t0);
      }
    });
    const med = (a: number[]) => { a.sort((x, y) => x - y); return `${a[Math.floor(a.length / 2)]!.toFixed(1)} (min ${a[0]!.toFixed(1)})`; };
    console.log(name, 'service', med(times), 'http', med(http), 'seal', med(seals), 'copy', med(copies), 'max stall', stall.toFixed(1), stalls.join(' '));
  }
  await test.close();
});
