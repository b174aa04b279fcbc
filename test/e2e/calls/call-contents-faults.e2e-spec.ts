import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import { onStore, reseal, SEAL_FAULTS, SEALED_COLUMNS } from '../../support/sealed-calls.js';
import type { SealedColumn } from '../../support/sealed-calls.js';
import { tracesIn } from '../privacy/canaries.js';
import { EVERY_KIND, PERSONAL } from './personal-call.js';

type Body = Record<string, unknown>;

describe('contents of a call that do not open', () => {
  const test = useTestApp();
  let tenant: TestTenant;
  let project: string;
  let key: Record<string, string>;
  let permitted: Record<string, string>;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    key = { 'X-API-Key': await test.world.aKey(tenant, 'read-only') };
    permitted = { 'X-API-Key': await test.world.aKey(tenant, 'full-access') };
    await test.world.permitPii(tenant, 'full-access', ...EVERY_KIND);
  });

  async function posted(): Promise<string> {
    const call = aCall(project, PERSONAL);
    await postCalls(test, tenant, [call]);
    return call['call_id'] as string;
  }

  const request = (path: string, headers: Readonly<Record<string, string>>, app = test) =>
    app.request().get(`/v1/calls/${path}`).set(headers).query({ client_id: tenant.clientId });

  const body = (response: Response): Body => {
    expect(response.status, response.text).toBe(200);
    return response.body as Body;
  };
  const detailOf = async (callId: string, headers = permitted, app = test): Promise<Body> =>
    body(await request(callId, headers, app));
  const previewOf = async (callId: string, headers = permitted, app = test): Promise<Body> =>
    body(await request(`${callId}/inline-preview`, headers, app));

  const said = (response: Response): string => `${JSON.stringify(response.headers)}\n${response.text}`;

  describe.each(SEAL_FAULTS)('because one %s', (_, spoil) => {
    // calls 14.9; privacy 3.7
    it.each(SEALED_COLUMNS)('leave all others as they were (%s)', async (column) => {
      const [callId, donor] = [await posted(), await posted()];
      const [detail, preview] = [await detailOf(callId), await previewOf(callId)];
      await spoil(test, { tenant, callId, column }, donor);
      expect(await detailOf(callId)).toEqual({ ...detail, ...lossOf(column, detail) });
      expect(await previewOf(callId)).toEqual({ ...preview, ...previewLossOf(column) });
      for (const response of [await request(callId, key), await request(`${callId}/inline-preview`, key)]) {
        expect([response.status, tracesIn(said(response))]).toEqual([200, []]);
      }
    });
  });

  // calls 14.9; privacy 3.7
  it.each<[SealedColumn, string]>([
    ['transfer_encrypted', '['],
    ['transfer_encrypted', 'null'],
    ['transfer_encrypted', '"Front desk"'],
    ['transfer_encrypted', '[{"kind":"transfer"}]'],
    ['transfer_encrypted', '{"target":"Front desk"}'],
    ['transcript_encrypted', 'I said so'],
    ['transcript_encrypted', '{"lines":[]}'],
    ['transcript_encrypted', '[{"role":"caller","text":"x","offset_ms":0},"y"]'],
    ['redacted_transcript_encrypted', '[{"role":"boss","text":"x","offset_ms":0}]'],
    ['redacted_transcript_encrypted', '[{"role":"agent","text":{"raw":"x"},"offset_ms":0}]'],
  ])('because %s holds %s leave all others as they were', async (column, text) => {
    const callId = await posted();
    const [detail, preview] = [await detailOf(callId), await previewOf(callId)];
    await reseal(test, { tenant, callId, column }, text);
    expect(await detailOf(callId)).toEqual({ ...detail, ...lossOf(column, detail) });
    expect(await previewOf(callId)).toEqual({ ...preview, ...previewLossOf(column) });
  });

  it('because they are lost altogether leave the row', async () => {
    const callId = await posted();
    const before = await detailOf(callId);
    await onStore(test, 'DELETE FROM call_contents WHERE call_id = $1', [callId]);
    expect(await detailOf(callId)).toMatchObject({
      started_at_utc: before['started_at_utc'],
      caller_display: '+61 *** *** 156',
      caller: { number: null, name: null },
      summary: null,
      transfer: null,
      transcript: null,
      compliance: { summary_status: 'none', transcript_status: 'failed' },
    });
    expect(await previewOf(callId)).toMatchObject({ lines: [], transcript_status: 'failed' });
  });

  // calls 14.9; privacy 3.7
  describe('because their key is unavailable', () => {
    const folder = mkdtempSync(join(tmpdir(), 'telephony-contents-'));
    let stranger: TestApp;

    beforeAll(async () => {
      const file = join(folder, 'master.key');
      writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
      stranger = await startTestApp({
        databases: test.databases,
        settings: () => ({
          ...test.settings,
          keyProvider: { kind: 'local', masterKeyFile: file, mustBeRandom: true },
        }),
      });
    });
    afterAll(async () => {
      await stranger.close();
      rmSync(folder, { recursive: true });
    });

    it('leave the row', async () => {
      const callId = await posted();
      const detail = await detailOf(callId);
      const expected = SEALED_COLUMNS.reduce(
        (shown, column) => ({ ...shown, ...lossOf(column, shown) }),
        detail,
      );
      expect(await detailOf(callId, permitted, stranger)).toEqual({
        ...expected,
        compliance: { ...(expected['compliance'] as object), transcript_status: 'failed' },
      });
      expect(await previewOf(callId, permitted, stranger)).toEqual({
        call_id: callId,
        summary: null,
        summary_status: 'withheld',
        transcript_status: 'failed',
        lines: [],
        has_more: false,
      });
      const warnings = stranger
        .logs()
        .split('\n')
        .filter((line) => line.includes('contents of a call cannot be opened'));
      expect(warnings).toHaveLength(2);
      expect(tracesIn(stranger.logs())).toEqual([]);
    });
  });

  it('are in no log line of all this', () => {
    expect(test.logs()).toContain('contents of a call cannot be opened');
    expect(tracesIn(test.logs())).toEqual([]);
  });
});

/** The fields that a call's detail loses if a content cannot be opened. */
function lossOf(column: SealedColumn, detail: Body): Body {
  switch (column) {
    case 'caller_number_encrypted':
      return { caller: { ...(detail['caller'] as object), number: null } };
    case 'caller_name_encrypted':
      return { caller: { ...(detail['caller'] as object), name: null } };
    case 'transfer_encrypted':
      return {
        transfer: null,
        timeline: (detail['timeline'] as { event: string }[]).filter(
          ({ event }) => event !== 'transfer_initiated',
        ),
      };
    case 'summary_encrypted':
      return {
        summary: null,
        compliance: { ...(detail['compliance'] as object), summary_status: 'withheld' },
      };
    case 'transcript_encrypted':
      return { transcript: null };
    case 'redacted_transcript_encrypted':
      return {};
  }
}

function previewLossOf(column: SealedColumn): Body {
  if (column === 'summary_encrypted') return { summary: null, summary_status: 'withheld' };
  if (column === 'redacted_transcript_encrypted') return { lines: [], transcript_status: 'failed' };
  return {};
}
