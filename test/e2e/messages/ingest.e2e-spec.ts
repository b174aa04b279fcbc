import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { useSharedApp } from '../../support/shared-app.js';

interface Answer {
  readonly accepted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly errors: readonly object[];
}

describe('the ingest of messages', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let project: string;
  let key: string;

  beforeEach(async () => {
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    key = await test.world.aKey(tenant, 'runtime-ingest');
  });

  const record = (id: string, fields: object = {}) => ({
    message_id: id,
    logical_send_id: `send of ${id}`.replaceAll(' ', '-'),
    revision: 1,
    project_id: project,
    direction: 'outbound',
    segments: 1,
    status: 'sent',
    sent_at_utc: '2026-11-22T10:00:00Z',
    ...fields,
  });
  const send = (body: unknown, by = key) =>
    test
      .request()
      .post('/internal/v1/messages')
      .set('X-API-Key', by)
      .send(body as object);
  const post = async (...records: object[]): Promise<Answer> =>
    (await send(records).expect(200)).body as Answer;
  const stored = () =>
    withClient(test.databases.superuser.storeUrls.get('store-a')!, async (client) => {
      const { rows } = await client.query(
        `SELECT message_id, revision, status, segments FROM messages WHERE client_id = $1 ORDER BY message_id`,
        [tenant.clientId],
      );
      return rows as object[];
    });

  // billing 13.1, 13.2
  it('takes what is sound, and tells what is wrong with the rest', async () => {
    const answer = await post(
      record('m1'),
      { ...record('m2'), segments: 0 },
      record('m3', { project_id: 'another' }),
      record('m4'),
    );
    expect(answer).toMatchObject({
      accepted: 2,
      updated: 0,
      unchanged: 0,
      rejected: 2,
      errors: [
        { index: 1, message_id: 'm2', code: 'invalid_value', field: 'segments' },
        { index: 2, message_id: 'm3', code: 'unknown_project', field: 'project_id' },
      ],
    });
    expect(await stored()).toMatchObject([{ message_id: 'm1' }, { message_id: 'm4' }]);
  });

  // requests 4.5
  it('loses the record alone that holds half of a surrogate pair', async () => {
    const answer = await post(record('m1', { failed_reason: '\ud800' }), record('m2'));
    expect(answer).toMatchObject({
      accepted: 1,
      rejected: 1,
      errors: [{ index: 0, message_id: 'm1', code: 'invalid_value', field: 'failed_reason' }],
    });
  });

  // billing 13.3
  it('keeps the highest revision, whatever the order, and changes nothing when repeated', async () => {
    const first = record('m1');
    const second = record('m1', {
      revision: 2,
      status: 'delivered',
      delivered_at_utc: '2026-11-22T10:00:01Z',
    });
    expect(await post(second)).toMatchObject({ accepted: 1, updated: 0, unchanged: 0 });
    expect(await post(first)).toMatchObject({ accepted: 0, updated: 0, unchanged: 1 });
    expect(await post(second)).toMatchObject({ accepted: 0, updated: 0, unchanged: 1 });
    expect(await post(first, record('m1', { revision: 3, segments: 4 }), second)).toMatchObject({
      accepted: 0,
      updated: 1,
      unchanged: 2,
    });
    expect(await stored()).toEqual([{ message_id: 'm1', revision: 3, status: 'sent', segments: 4 }]);
  });

  // billing 13.3
  it('keeps the highest of revisions that come at once', async () => {
    const revisions = Array.from({ length: 12 }, (_, at) => record('m1', { revision: at + 1 }));
    const answers = await Promise.all(revisions.map((it) => post(it)));
    expect(answers.reduce((sum, it) => sum + it.accepted, 0)).toBe(1);
    expect(await stored()).toMatchObject([{ revision: 12 }]);
  });

  // billing 13.1
  it.each([[[]], [{}], [Array.from({ length: 1001 }, () => ({}))]])(
    'wants 1 to 1000 records',
    async (body) => {
      await send(body).expect(422);
    },
  );

  // billing 13.1
  it('is for keys of the voice runtime, each for its own tenant', async () => {
    await send([record('m1')], await test.world.aKey(tenant, 'partner_admin')).expect(404);
    const other = await test.world.aTenant();
    const answer = await send([record('m1')], await test.world.aKey(other, 'runtime-ingest')).expect(200);
    expect(answer.body).toMatchObject({ accepted: 0, rejected: 1 });
    expect(await stored()).toEqual([]);
  });
});
