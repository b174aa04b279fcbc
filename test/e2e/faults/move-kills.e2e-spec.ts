import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { MOVE_STATES } from '../../../src/features/tenant-moves/rules/moves.policy.js';
import { operatorSettings } from '../../support/app.js';
import { environmentOf, useBuiltService, type BuiltProcess } from '../../support/built-process.js';
import { aCall } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { useMovingApp } from '../../support/moving-app.js';
import { postCalls } from '../../support/post-calls.js';

const STEPS = MOVE_STATES.filter((state) => state !== 'undone');
const EARLIER = 2_000;

const test = useMovingApp();
const service = useBuiltService();

// operations 9.1, 9.5
it(`moves a client under ingest, although its command is killed in ${STEPS.length} states`, async () => {
  const tenant = await test.world.aTenant();
  const projectId = await test.world.aProject(tenant);
  const post = async (count: number): Promise<void> => {
    const open = { call_status: 'in_progress', ended_at_utc: null, duration_seconds: null };
    const call = () =>
      aCall(projectId, { ...open, call_id: randomUUID(), started_at_utc: new Date().toISOString() });
    await postCalls(test, tenant, Array.from({ length: count }, call));
  };
  for (let at = 0; at < EARLIER; at += 500) await post(500);

  const move = (...options: string[]): BuiltProcess =>
    service.start(
      'operate',
      environmentOf(operatorSettings(test), {
        METADATA_OWNER_URL: test.databases.superuser.metadataUrl,
        TENANT_STORE_OWNER_URLS: JSON.stringify(Object.fromEntries(test.stores.ownerUrls)),
      }),
      ['move-tenant', '--client', tenant.clientId, ...options],
    );
  const killedIn = async (state: string): Promise<void> => {
    const command = move('--store', 'store-b');
    await eventually(() => expect(command.output).toContain(`${state}: `));
    expect(await command.crash()).toBe('SIGKILL');
  };

  let isMoving = true;
  let posted = EARLIER;
  const moving = async (): Promise<void> => {
    for (const state of STEPS) await killedIn(state);
    const last = move('--store', 'store-b');
    expect([await last.ended, last.output]).toEqual([0, expect.stringContaining('is in store-b now')]);
    const end = move('--end');
    expect([await end.ended, end.output]).toEqual([0, expect.stringContaining('store-a has no rows of it')]);
  };
  const ingest = async (): Promise<void> => {
    for (; isMoving; posted += 1) await post(1);
  };
  await Promise.all([moving().finally(() => (isMoving = false)), ingest()]);

  const callsIn = (store: string) =>
    inStore(test, 'SELECT count(*)::int AS calls FROM calls WHERE client_id = $1', [tenant.clientId], store);
  expect(await callsIn('store-b')).toEqual([{ calls: posted }]);
  expect(await callsIn('store-a')).toEqual([{ calls: 0 }]);
  const left = 'SELECT slot_name FROM pg_replication_slots UNION ALL SELECT subname FROM pg_subscription';
  expect(await inStore(test, left)).toEqual([]);
}, 300_000);
