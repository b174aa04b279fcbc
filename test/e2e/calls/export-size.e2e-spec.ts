import { describe, expect, it } from 'vitest';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import {
  anExportingTenant,
  anOldCall,
  aTokenOf,
  auditOf,
  copyCalls,
  exportCalls,
  exportOnce,
  LEGACY,
  rowsOf,
  V1,
  V2,
  V3,
} from './exporting.js';

describe('an export of many calls', () => {
  const test = useSharedApp();

  // calls-export 7.5
  it('holds up to 10,000 calls; one more is 413 in every profile, and frees the lease', async () => {
    const own = await anExportingTenant(test);
    await postCalls(test, own.tenant, [anOldCall(own.project, { caller_number: '+61491570156' })]);
    await copyCalls(test, own, 10_000);
    for (const body of [LEGACY, V1, V2, V3]) {
      const response = await exportOnce(test, own, body);
      expect(response.status).toBe(200);
      expect(rowsOf(response.text)).toHaveLength(10_000);
    }
    await postCalls(test, own.tenant, [anOldCall(own.project)]);
    const token = await aTokenOf(test, own.tenant, 'client_admin');
    for (const body of [LEGACY, V1, V2]) {
      const response = await exportCalls(test, token, { ...body, project_id: own.project });
      expect(response.status).toBe(413);
      expect(response.body).toMatchObject({ error: 'content_too_large', code: 'EXPORT_TOO_LARGE' });
    }
    expect((await auditOf(test, own.tenant)).slice(-3)).toMatchObject(
      Array.from({ length: 3 }, () => ({
        outcome: 'failed',
        metadata: { code: 'EXPORT_TOO_LARGE', failure_reason: 'export_too_large' },
      })),
    );
    // The message suggests a narrower filter.
    const narrow = await exportCalls(test, await aTokenOf(test, own.tenant, 'client_admin'), {
      ...V1,
      project_id: own.project,
      start_date: '2025-10-10T01:00:01Z',
    });
    expect(rowsOf(narrow.text)).toHaveLength(9_999);
  });
});
