import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { postCalls } from '../../support/post-calls.js';
import { anExportingTenant, anOldCall, auditOf, exportOnce, LEGACY, V3 } from './exporting.js';

const KIB = 1024;

describe('an export of long cells', () => {
  const test = useTestApp();

  // calls-export 7.6
  it('may be 50 MiB in v3, and is 413 without a byte of CSV beyond that', async () => {
    const own = await anExportingTenant(test);
    // A cell of 10,000 three-byte characters, its quotes and its line ending.
    const summary = '漢'.repeat(10_000);
    const fits = Math.floor((50 * KIB * KIB - 'summary\r\n'.length) / (30_000 + 4));
    const calls = Array.from({ length: fits }, () => anOldCall(own.project, { summary }));
    for (let at = 0; at < fits; at += 300) await postCalls(test, own.tenant, calls.slice(at, at + 300));
    const body = { ...V3, columns: ['summary'], redact_personal_information: false };
    const whole = await exportOnce(test, own, body);
    expect(whole.status).toBe(200);
    expect(Buffer.byteLength(whole.text)).toBe(fits * 30_004 + 9);
    await postCalls(test, own.tenant, [anOldCall(own.project, { summary })]);
    const refused = await exportOnce(test, own, body);
    expect(refused.status).toBe(413);
    expect(refused.headers['content-type']).toMatch(/^application\/json/);
    expect(refused.headers['content-disposition']).toBeUndefined();
    expect(refused.body).toMatchObject({ code: 'EXPORT_TOO_LARGE' });
    expect((await auditOf(test, own.tenant)).at(-1)).toMatchObject({
      outcome: 'failed',
      metadata: { code: 'EXPORT_TOO_LARGE', failure_reason: 'spool_full' },
    });
    // A streamed export has no such limit.
    expect((await exportOnce(test, own, LEGACY)).status).toBe(200);
  });
});
