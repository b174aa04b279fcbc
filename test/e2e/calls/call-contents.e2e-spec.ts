import { Query } from 'pg';
import type { Response } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PiiKind } from '../../../src/core/privacy/pii/pii-permission.policy.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { whileLocked } from '../../support/databases.js';
import { postCalls } from '../../support/post-calls.js';
import { useSharedApp } from '../../support/shared-app.js';
import { everyCaller } from '../access/callers.js';
import type { Caller } from '../access/callers.js';
import { tracesIn } from '../privacy/canaries.js';
import { EVERY_KIND, PERSONAL, REDACTED, SUMMARY } from './personal-call.js';
import { SCOPES } from '../../../src/core/shared/roles.js';

type Body = Record<string, unknown>;

const EVERY_CHOICE: readonly PiiKind[][] = EVERY_KIND.reduce<PiiKind[][]>(
  (choices, kind) => [...choices, ...choices.map((choice) => [...choice, kind])],
  [[]],
);

/** Fragments that identify each kind, and no other. */
const TRACE_OF: Readonly<Record<PiiKind, readonly string[]>> = {
  raw_caller: ['491570156'],
  summary: ['wept', 'example.com'],
  transcript: ['Bartholomew'],
};

const COLUMNS_OF: Readonly<Record<PiiKind, readonly string[]>> = {
  raw_caller: ['caller_name_encrypted', 'caller_number_encrypted'],
  summary: ['summary_encrypted'],
  transcript: ['transcript_encrypted'],
};

const READERS = SCOPES.filter((scope) => scope !== 'support-ingest' && scope !== 'runtime-ingest');

describe('the contents of a call', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let project: string;
  let callers: Caller[];
  let key: Record<string, string>;
  let permitted: Record<string, string>;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    callers = await everyCaller(test.world, tenant, project);
    key = { 'X-API-Key': await test.world.aKey(tenant, 'read-only') };
    permitted = { 'X-API-Key': await test.world.aKey(tenant, 'full-access') };
  });
  beforeEach(async () => {
    await test.world.sql(`DELETE FROM pii_policies WHERE client_id = $1`, [tenant.clientId]);
  });

  const permit = async (scope: (typeof SCOPES)[number], kinds: readonly PiiKind[]): Promise<void> => {
    await test.world.sql(`DELETE FROM pii_policies WHERE client_id = $1 AND role = $2`, [
      tenant.clientId,
      scope,
    ]);
    await test.world.permitPii(tenant, scope, ...kinds);
  };

  async function posted(fields: Record<string, unknown> = {}): Promise<string> {
    const call = aCall(project, { ...PERSONAL, ...fields });
    await postCalls(test, tenant, [call]);
    return call['call_id'] as string;
  }

  const request = (path: string, headers: Readonly<Record<string, string>>) =>
    test.request().get(`/v1/calls/${path}`).set(headers).query({ client_id: tenant.clientId });

  const body = (response: Response): Body => {
    expect(response.status, response.text).toBe(200);
    return response.body as Body;
  };
  const detailOf = async (callId: string, headers = permitted): Promise<Body> =>
    body(await request(callId, headers));
  const previewOf = async (callId: string, headers = permitted): Promise<Body> =>
    body(await request(`${callId}/inline-preview`, headers));

  const said = (response: Response): string => `${JSON.stringify(response.headers)}\n${response.text}`;

  // Fails if one kind opens another kind's content, or if a permission outlives its row. calls
  // 14.2, 14.7, 14.8; privacy 1.3, 3.1, 3.3, 3.5
  it.each(READERS)('are shown to %s by the kinds that the role is permitted', async (scope) => {
    const callId = await posted();
    for (const kinds of EVERY_CHOICE) {
      await permit(scope, kinds);
      for (const caller of callers.filter((it) => it.scope === scope)) {
        const told = `${caller.name}, permitted ${kinds.join(' and ') || 'nothing'}`;
        const [detail, preview] = [
          await request(callId, caller.headers),
          await request(`${callId}/inline-preview`, caller.headers),
        ];
        const shown = body(detail);
        expect('caller' in shown, told).toBe(kinds.includes('raw_caller'));
        expect('transcript' in shown, told).toBe(kinds.includes('transcript'));
        expect(shown['compliance'], told).toEqual({
          pii_permitted: kinds.length > 0,
          pii_kinds: kinds,
          transcript_status: 'available',
          summary_status: kinds.includes('summary') ? 'available' : 'withheld',
        });
        for (const kind of EVERY_KIND) {
          for (const trace of TRACE_OF[kind]) {
            const isSeen = said(detail).includes(trace);
            expect([told, trace, isSeen]).toEqual([told, trace, kinds.includes(kind)]);
          }
        }
        // A preview shows only the summary, and only redacted lines of the transcript.
        expect(body(preview), told).toEqual({
          call_id: callId,
          summary: kinds.includes('summary') ? SUMMARY : null,
          summary_status: kinds.includes('summary') ? 'available' : 'withheld',
          transcript_status: 'available',
          lines: REDACTED,
          has_more: false,
        });
        if (kinds.length === 0) expect([...tracesIn(said(detail)), ...tracesIn(said(preview))]).toEqual([]);
      }
    }
  });

  // privacy 3.3
  it.each([
    ['a telephone number', 'Call back on (04) 9157-0156 after five.'],
    ['a number in other digits', 'Call back on ０４９１ ５７０ １５６.'],
    ['a tax file number', 'Gave the TFN 123 456 782 for the form.'],
    ['an address', 'Send it to zoe.quixwood@example.com.'],
    ['a card', 'Paid with 4111 1111 1111 1111.'],
  ])('withhold a summary with %s from whom it is not permitted to', async (_, summary) => {
    await permit('full-access', ['summary']);
    const callId = await posted({ summary });
    for (const shown of [await detailOf(callId, key), await previewOf(callId, key)]) {
      expect(shown['summary']).toBeNull();
    }
    for (const shown of [await detailOf(callId), await previewOf(callId)]) {
      expect(shown['summary']).toBe(summary);
    }
  });

  // Fails if everything is read and only not shown: a later mistake would then show it. privacy 3.4
  it('are not read from the store for whom they are not permitted to', async () => {
    const callId = await posted();
    // The driver reports each row as it arrives, whichever way the caller awaits the answer.
    const told = vi.spyOn(Query.prototype, 'emit');
    const readFor = async (kinds: readonly PiiKind[]): Promise<string[]> => {
      await permit('full-access', kinds);
      told.mockClear();
      for (const route of ['', '/inline-preview', '/transcript-download']) {
        await request(`${callId}${route}`, permitted).expect(200);
      }
      const rows = told.mock.calls.flatMap(([event, row]) => (event === 'row' ? [row as Body] : []));
      const sealed = rows.flatMap((row) =>
        Object.keys(row).filter((column) => /_encrypted$/.test(column) && row[column] !== null),
      );
      return [...new Set(sealed)].toSorted();
    };
    try {
      const everyones = ['redacted_transcript_encrypted', 'transfer_encrypted'];
      expect(await readFor([])).toEqual(everyones);
      for (const [kind, columns] of Object.entries(COLUMNS_OF)) {
        expect(await readFor([kind as PiiKind])).toEqual([...everyones, ...columns].toSorted());
      }
    } finally {
      told.mockRestore();
    }
  });

  // calls 1.7; privacy 3.6
  it('hold nothing of how they are stored, for every caller', async () => {
    await permit('full-access', EVERY_KIND);
    const callId = await posted();
    const keys = await test.world.sql<{ key_id: string }>(
      `SELECT key_id FROM tenant_data_keys WHERE client_id = $1`,
      [tenant.clientId],
    );
    expect(keys).toHaveLength(2);
    for (const headers of [key, permitted]) {
      const text = JSON.stringify([await detailOf(callId, headers), await previewOf(callId, headers)]);
      expect(text).not.toMatch(/_encrypted|hash|cipher|nonce|key_id|"type":"Buffer"/i);
      for (const { key_id } of keys) expect(text).not.toContain(key_id);
    }
  });

  // Each fault breaks the lookup of permissions, and can repair it. privacy 1.1
  it.each([
    [
      'has lost its table',
      'ALTER TABLE pii_policies RENAME TO pii_policies_lost',
      'ALTER TABLE pii_policies_lost RENAME TO pii_policies',
    ],
    [
      'may not be read',
      'REVOKE SELECT ON pii_policies FROM telephony_requests',
      'GRANT SELECT ON pii_policies TO telephony_requests',
    ],
  ])('are shown as to somebody without permission when the policy %s', async (_, breaking, mending) => {
    await permit('full-access', EVERY_KIND);
    const callId = await posted();
    const plain = [await detailOf(callId, key), await previewOf(callId, key)];
    await test.world.sql(breaking);
    try {
      const [detail, preview] = [
        await request(callId, permitted),
        await request(`${callId}/inline-preview`, permitted),
      ];
      expect([body(detail), body(preview)]).toEqual(plain);
      expect([...tracesIn(said(detail)), ...tracesIn(said(preview))]).toEqual([]);
    } finally {
      await test.world.sql(mending);
    }
    expect(await detailOf(callId)).toHaveProperty('caller');
  });

  // privacy 1.9
  it('are shown as to somebody without permission while the policy is locked', async () => {
    await permit('full-access', EVERY_KIND);
    const callId = await posted();
    const plain = await detailOf(callId, key);
    await whileLocked(
      test.databases.superuser.metadataUrl,
      'pii_policies IN ACCESS EXCLUSIVE MODE',
      async () => {
        expect(await detailOf(callId)).toEqual(plain);
      },
    );
  });

  // privacy 9.1
  it('are in no log line of all this', () => {
    expect(tracesIn(test.logs())).toEqual([]);
  });
});
