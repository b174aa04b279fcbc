import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { useWorker } from '../../support/worker.js';
import { ErasurePlace, PERSON, personal } from './erasure-place.js';
import { aCallerRequestFixture, MANUAL } from './caller-request-fixture.js';
import type { Item } from './caller-request-fixture.js';

describe('the wish to erase a caller', () => {
  const test = useTestApp();

  useWorker(test);
  const desk = perTest(() => aCallerRequestFixture(test));
  const place = perTest(() => ErasurePlace.open(test, desk));

  // caller-requests 11.1
  it.each<[why: string, item: (it: ErasurePlace) => Promise<Item>, change: object, answer: object]>([
    [
      'another status',
      (it) => it.asked(),
      { status: 'ready' },
      { status: 400, code: 'validation_failed', field_errors: { erase: expect.any(String) as string } },
    ],
    [
      'a result beside it',
      (it) => it.asked(),
      { processing_result: {} },
      { status: 400, code: 'validation_failed', field_errors: { erase: expect.any(String) as string } },
    ],
    [
      'no truth value',
      (it) => it.asked(),
      { erase: 'yes' },
      { status: 400, code: 'validation_failed', field_errors: { erase: expect.any(String) as string } },
    ],
    [
      'a request for access',
      (it) => it.asked({ request_type: 'access' }),
      {},
      { status: 409, code: 'conflict' },
    ],
    [
      'a manual identifier',
      async () => (await desk.create(MANUAL).expect(201)).body as Item,
      {},
      { status: 409, code: 'conflict' },
    ],
    ['a stale revision', (it) => it.asked(), { expected_revision: 2 }, { status: 409, code: 'conflict' }],
  ])('is refused with %s, and nothing is erased', async (_, made, change, answer) => {
    await place.takeIn([aCall(place.projectId, personal(PERSON.number))]);
    const item = await made(place);
    const response = await desk.move(item.id, {
      expected_revision: item.revision_number,
      status: 'in_progress',
      status_note: 'Erase.',
      erase: true,
      ...change,
    });
    expect({ status: response.status, ...(response.body as object) }).toMatchObject(answer);
    expect(await place.shown(item)).toMatchObject({ revision_number: item.revision_number });
    expect(
      await test.world.sql(
        `SELECT 1 FROM jobs.job WHERE name = 'caller-requests.erase' AND data->>'clientId' = $1`,
        [desk.tenant.clientId],
      ),
    ).toEqual([]);
  });

  // caller-requests 11.1, 11.7
  it('is refused while one is under way, says that it failed, and can be requested again', async () => {
    const lost = await test.world.aTenant({ storeId: null });
    const own = await aCallerRequestFixture(test, lost);
    const here = await ErasurePlace.open(test, own);
    const item = await own.made({ request_type: 'deletion', caller_identifier: PERSON.number });
    const asked = await own.moved(item, 'in_progress', { erase: true });
    await own
      .move(item.id, { expected_revision: 2, status: 'in_progress', status_note: 'Again.', erase: true })
      .expect(409);
    await eventually(async () => {
      const waiting = await test.world.sql(
        `UPDATE jobs.job SET retry_limit = retry_count, start_after = now()
          WHERE name = 'caller-requests.erase' AND data->>'clientId' = $1 AND state = 'retry' RETURNING 1`,
        [lost.clientId],
      );
      expect(waiting).toHaveLength(1);
    });
    // A new request wakes the worker.
    await place.erased(await place.asked());
    const failed = await here.over(asked);
    expect(failed).toMatchObject({ data_found_state: 'failed', status: 'in_progress' });
    await test.world.sql(
      `INSERT INTO tenant_routes (client_id, data_env, store_id) VALUES ($1, 'prod', 'store-a')`,
      [lost.clientId],
    );
    await here.takeIn([aCall(here.projectId, personal(PERSON.number))]);
    expect(await here.erased(failed)).toMatchObject({ data_found_state: 'found', data_found_count: 1 });
  });
});
