import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { BuiltService, environmentOf } from '../../support/built-process.js';
import { eventually } from '../../support/eventually.js';
import { postCalls } from '../../support/post-calls.js';
import { TestClock } from '../../support/test-clock.js';
import {
  aShownCall,
  anExportingTenant,
  anOldCall,
  aTokenOf,
  auditOf,
  exportCalls,
  exportOnce,
  LEGACY,
  rowsOf,
  V2,
  V3,
} from './exporting.js';

describe('an export whose process is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'telephony-killed-'));
  const clock = new TestClock();
  let service: BuiltService;
  let test: TestApp;

  beforeAll(async () => {
    service = new BuiltService().compile();
    test = await startTestApp({ clock });
  });
  afterAll(async () => {
    service.stop();
    await test.close();
    rmSync(folder, { recursive: true });
  });

  // calls-export 7.11, 9.6
  it('leaves no file; its lease ends within seconds, and the next process answers', async () => {
    const own = await anExportingTenant(test);
    // 20 MB each, some of it in sockets: five of them leave no memory for a sixth.
    const calls = Array.from({ length: 1000 }, () => anOldCall(own.project, { summary: 'x'.repeat(20_000) }));
    for (let at = 0; at < 1000; at += 250) await postCalls(test, own.tenant, calls.slice(at, at + 250));
    const token = await aTokenOf(test, own.tenant, 'client_admin');
    const main = service.start('main', environmentOf(test.settings, { TMPDIR: folder }));
    const { port } = await main.line('listening');
    const body = { ...V3, columns: ['summary'], project_id: own.project };
    for (let sender = 1; sender <= 6; sender += 1) {
      const bearer = sender === 1 ? token : await aTokenOf(test, own.tenant, 'client_admin');
      const sent = request(`http://127.0.0.1:${Number(port)}/v1/calls/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      }).on('error', () => undefined);
      sent.end(JSON.stringify(body));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
    }
    const open = readdirSync(`/proc/${main.pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${main.pid}/fd/${fd}`);
      } catch {
        return '';
      }
    });
    expect(open.filter((file) => /telephony-export-.*\(deleted\)/.test(file))).not.toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    const killed = new Date();
    main.kill('SIGKILL');
    expect(await main.ended).toBe('SIGKILL');
    expect(readdirSync(folder)).toEqual([]);
    expect(await auditOf(test, own.tenant)).toEqual([]);
    expect(
      await test.world.sql(
        `SELECT 1 FROM audit_events WHERE client_id = $1 AND action = 'call_export_started'`,
        [own.tenant.clientId],
      ),
    ).toHaveLength(6);
    clock.set(killed);
    expect((await exportCalls(test, token, body)).status).toBe(409);
    clock.advance(7_000);
    expect((await exportCalls(test, token, body)).status).toBe(200);
    const next = service.start('main', environmentOf(test.settings, { TMPDIR: folder }));
    await next.line('listening');
    next.kill('SIGTERM');
    expect(await next.ended).toBe(0);
  });
});

describe('an export without its keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'telephony-key-'));
  let test: TestApp;
  let keyless: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
    const masterKeyFile = join(folder, 'master.key');
    writeFileSync(masterKeyFile, randomBytes(32).toString('base64'), { mode: 0o600 });
    keyless = await startTestApp({
      databases: test.databases,
      settings: () => ({
        ...test.settings,
        keyProvider: { kind: 'local', masterKeyFile, mustBeRandom: true },
      }),
    });
  });
  afterAll(async () => {
    await keyless.close();
    await test.close();
    rmSync(folder, { recursive: true });
  });

  // calls-export 5.15, 8.5
  it('keeps its rows, shows what is not sealed, and says so once in the log', async () => {
    const own = await anExportingTenant(test);
    const calls = Array.from({ length: 300 }, () =>
      aShownCall(own.project, { caller_number: '+61491570156', summary: 'Booked for Tuesday.' }),
    );
    await postCalls(test, own.tenant, calls);
    const legacy = await exportOnce(keyless, own, {
      ...LEGACY,
      include_caller_info: true,
      include_transcript_text: true,
    });
    expect(rowsOf(legacy.text)).toHaveLength(300);
    for (const row of rowsOf(legacy.text)) {
      expect(row).toMatchObject({ caller: "'+61 *** *** 156", summary: '', transcript: '' });
    }
    expect(keyless.logs().match(/contents of a call cannot be opened/g)).toHaveLength(1);
    const v2 = await exportOnce(keyless, own, V2);
    expect(new Set(rowsOf(v2.text).map((row) => row['transcript_status']))).toEqual(new Set(['Unavailable']));
    await eventually(async () =>
      expect((await auditOf(test, own.tenant)).at(-1)?.metadata).toMatchObject({
        refused_contents_count: 300,
      }),
    );
  });
});
