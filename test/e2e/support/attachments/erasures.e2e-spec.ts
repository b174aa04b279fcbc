import { describe, expect, it } from 'vitest';
import { KEEPS_ERASURES_FROM_BEGINNING } from '../../../../src/features/call-records/rules/erasure-lock.queries.js';
import { IN_THIS_DATABASE, inStore, withClient } from '../../../support/databases.js';
import { eventually } from '../../../support/eventually.js';
import { perTest } from '../../../support/frames.js';
import { comeDue } from '../../../support/worker.js';
import { bearer } from '../../access/callers.js';
import { CallerRequestFixture } from '../../caller-requests/caller-request-fixture.js';
import { useAttachments } from './attachments-fixture.js';

const { apps, clock, clamd, people, desk, partsOf } = useAttachments();

const TEXT = Buffer.from('when,number\n10:15,0491 575 254\n');
const OTHER = Buffer.from('when,number\n10:15,0491 570 006\n');

const requests = perTest(() => {
  const { tenant, admin, operator } = people;
  return Promise.resolve(
    new CallerRequestFixture(
      apps.test,
      tenant,
      bearer(operator.token()),
      bearer(admin.token()),
      operator.userId,
    ),
  );
});

/** Asks for the erasure of the caller. @returns the state of their data */
async function erasing(): Promise<() => Promise<unknown>> {
  clock.advance(1_000);
  const request = await requests.made({ request_type: 'deletion', caller_identifier: '+61491575254' });
  await requests.moved(request, 'in_progress', { erase: true });
  const path = `/${request.id}`;
  return async () =>
    ((await requests.get(path).expect(200)).body as Record<string, unknown>)['data_found_state'];
}

const scanned = async (id: string, state: string): Promise<unknown> =>
  eventually(async () => {
    await comeDue(apps.test, 'support.scan_attachment');
    expect(await desk.status(id)).toMatchObject({ state });
  });

// support-attachments 9.2
describe('a file with the number of a caller', () => {
  it('that waits for the scanner during their erasure is deleted by its scan', async () => {
    const [theirs, another] = [await desk.started('a.csv', TEXT), await desk.started('b.csv', OTHER)];
    await desk.put(theirs, 1, TEXT).expect(200);
    await desk.put(another, 1, OTHER).expect(200);
    clamd.mood = 'slams';
    for (const id of [theirs, another]) await desk.finalise(id).expect(200);
    const stateOfData = await erasing();
    await eventually(async () => expect(await stateOfData()).not.toBe('searching'));
    clamd.mood = 'honest';
    const later = await desk.started('later.csv', TEXT);
    await desk.put(later, 1, TEXT).expect(200);
    await desk.finalise(later).expect(200);
    await scanned(theirs, 'deleted');
    await scanned(another, 'clean');
    // The caller has rung again.
    await scanned(later, 'clean');
    const names = new Map((await desk.list()).map((it) => [it.attachment_id, it.file_name]));
    expect([theirs, another].map((id) => names.get(id))).toEqual([null, 'b.csv']);
    await eventually(() => Promise.resolve(expect(partsOf(theirs)).toEqual([])));
  });

  it('whose scan ends while their erasure begins is deleted by the erasure', async () => {
    const { clientId, dataEnv } = people.tenant;
    const known = await desk.clean('a.csv', TEXT);
    const ending = await desk.clean('b.csv', Buffer.from('when\n10:15\n'));
    const url = apps.test.databases.superuser.storeUrls.get('store-a')!;
    await withClient(url, async (client) => {
      await client.query('BEGIN');
      await client.query(
        `SELECT set_config('app.client_id', $1, true), set_config('app.data_env', $2, true)`,
        [clientId, dataEnv],
      );
      await client.query(`SELECT ${KEEPS_ERASURES_FROM_BEGINNING}`);
      await client.query(
        `INSERT INTO support_attachment_numbers (client_id, data_env, attachment_id, number_hash)
         SELECT client_id, data_env, $2, number_hash FROM support_attachment_numbers WHERE attachment_id = $1`,
        [known, ending],
      );
      await erasing();
      await eventually(async () =>
        expect(
          await inStore(
            apps.test,
            `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND ${IN_THIS_DATABASE}`,
          ),
        ).not.toEqual([]),
      );
      await client.query('COMMIT');
    });
    await desk.becomes(known, 'deleted');
    await desk.becomes(ending, 'deleted');
  });
});
