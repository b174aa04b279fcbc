import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { aProjectFixture, useProjectFixture } from './editing.js';
import type { ProjectFixture } from './editing.js';
import { aRuntime, booking, makeSecret, publishDraft, report, save, send } from '../releases/releasing.js';
import type { Version } from '../releases/releasing.js';

const WRITERS = 50;

/** Connections of the service that are waiting for a lock. */
const WAITING = `SELECT 1 FROM pg_stat_activity
                  WHERE datname = current_database() AND application_name = 'telephony-platform'
                    AND wait_event_type = 'Lock'`;

// Each of these writes waits for its project's row. If all of them waited in the database, they
// would hold all ten connections of the process, and block every other tenant's requests.
describe('fifty writers that wait for one project', () => {
  const test = useTestApp();
  let billing: string;
  let version: Version;
  let key: string;

  const neighbour = perSuite(() => aProjectFixture(test));
  const desk = useProjectFixture(test);
  let runtime: string;
  beforeEach(async () => {
    runtime = await aRuntime(test, desk);
  });
  beforeEach(async () => {
    billing = await test.world.aKey(desk.tenant, 'full-access');
    key = await test.world.aKey(desk.tenant, 'partner_admin');
    await save(test, desk, 'booking', booking());
    version = await publishDraft(test, desk);
  });

  const as = () => ({ 'X-API-Key': key });

  it.each([
    [
      'to record a deployment',
      () => send(test, desk, 'post', 'runtime-provenance', { body: { version_number: 1, runtime_id: 'r' } }),
    ],
    [
      'to report what they run',
      () => report(test, desk, runtime, { applied_hash: version.content_hash, runtime_id: 'r' }),
    ],
    [
      'to change its lifecycle',
      () =>
        test
          .request()
          .patch(`/v1/projects/${desk.projectId}/lifecycle`)
          .set(as())
          .send({ revision_token: 'an old one', display_name: 'After hours' }),
    ],
    [
      'to change its billing',
      () =>
        test
          .request()
          .put(`/v1/projects/${desk.projectId}`)
          .set('X-API-Key', billing)
          .send({ rate_per_minute: 0.15 }),
    ],
    ['to make secrets of it', (at: number) => makeSecret(test, desk, `SECRET_${at}`, 'correct-horse')],
    ['to edit it', () => send(test, desk, 'put', 'booking', { body: { configuration: booking() } })],
  ])('%s hold one connection, and no neighbour up', async (_, write) => {
    let most = 0;
    const look = async (): Promise<number> => {
      const { length } = await test.world.sql(WAITING);
      most = Math.max(most, length);
      return length;
    };
    const answers = await withClient(test.databases.superuser.metadataUrl, async (holder) => {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM projects WHERE project_id = $1 FOR UPDATE', [desk.projectId]);
      const writers = Promise.all(
        Array.from({ length: WRITERS }, (__, at) => write(at).then(({ status }) => status)),
      );
      await eventually(async () => expect(await look()).toBeGreaterThan(0), 5);
      await send(test, neighbour, 'get', 'draft').expect(200);
      await look();
      await holder.query('COMMIT');
      return writers;
    });
    expect(most).toBe(1);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).not.toBe(503);
  });

  // Fails if the queue of a process is per tenant.
  it('hold no writer of another project of the same client up', async () => {
    const other = { ...desk, projectId: await test.world.aProject(desk.tenant) };
    const edit = (of: ProjectFixture) =>
      send(test, of, 'put', 'booking', { body: { configuration: booking() } });
    await withClient(test.databases.superuser.metadataUrl, async (holder) => {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM projects WHERE project_id = $1 FOR UPDATE', [desk.projectId]);
      let isHeld = true;
      const held = edit(desk).then(({ status }) => {
        isHeld = false;
        return status;
      });
      await eventually(async () => expect(await test.world.sql(WAITING)).toHaveLength(1), 5);
      await edit(other).expect(200);
      expect(isHeld).toBe(true);
      await holder.query('COMMIT');
      expect(await held).toBe(200);
    });
  });
});
