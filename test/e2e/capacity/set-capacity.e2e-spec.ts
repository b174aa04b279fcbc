import { beforeAll, describe, expect, it } from 'vitest';
import { readCommand } from '../../../src/operations/operations.js';
import { useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { NO_SETTINGS } from '../../support/operator.js';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { CapacityFixture } from './capacity-fixture.js';

// operations 4.1, 4.7
describe('the operator, setting capacity', () => {
  const test = useTestApp();
  const desk = new CapacityFixture(test);
  let tenant: TestTenant;
  let projectId: string;

  // In this process: how the command behaves as a process is tested with the other commands.
  const operate = async (...args: string[]): Promise<{ isDone: boolean; said: string }> => {
    const lines: string[] = [];
    const say = (line: string): void => void lines.push(line);
    const now = new Date();
    const command = readCommand(['set-capacity', '--client', tenant.clientId, ...args], {
      storeIds: [],
      now,
    });
    const app = (): Promise<TestApp['app']> => Promise.resolve(test.app);
    const isDone = await command.run({ result: say, say, app, now, ...NO_SETTINGS });
    return { isDone, said: lines.join('\n') };
  };
  const limits = () =>
    desk.inStore(
      `SELECT project_id, concurrency_limit, reserved_inbound FROM capacity_limits WHERE client_id = $1 ORDER BY 1`,
      [tenant.clientId],
    );

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    projectId = await test.world.aProject(tenant);
  });

  // capacity 1.1, 1.2, 1.5
  it('sets, changes and removes limits, each with its audit row, which counts from the next take on', async () => {
    const whose = `${tenant.clientId} in prod`;
    expect(await operate('--limit', '5', '--reserved-inbound', '2')).toEqual({
      isDone: true,
      said: `${whose}: at most 5 concurrent calls, 2 of them reserved for inbound calls`,
    });
    expect((await desk.takeEach(tenant, projectId, ['a', 'b', 'c', 'd'])).length).toBe(3);
    expect((await operate('--limit', '1', '--project', projectId)).said).toBe(
      `${whose}, project ${projectId}: at most 1 concurrent calls, 0 of them reserved for inbound calls`,
    );
    expect(await limits()).toEqual([
      { project_id: '', concurrency_limit: 5, reserved_inbound: 2 },
      { project_id: projectId, concurrency_limit: 1, reserved_inbound: 0 },
    ]);
    // More slots are held than the new limit permits: they stay, and no others are granted.
    expect(await desk.leasesOf(tenant)).toHaveLength(3);
    expect(await desk.takeEach(tenant, projectId, ['e'])).toEqual([]);
    expect((await operate('--limit', 'none')).said).toBe(`${whose}: the limit is removed`);
    expect(await limits()).toEqual([]);

    const audited = await desk.inStore<{ action: string; actor_id: string; metadata: object }>(
      `SELECT action, actor_id, metadata FROM audit_outbox WHERE client_id = $1 ORDER BY event_id`,
      [tenant.clientId],
    );
    expect(audited).toEqual([
      {
        action: 'capacity.limit_set',
        actor_id: 'admin',
        metadata: { project_id: null, concurrency_limit: 5, reserved_inbound: 2 },
      },
      {
        action: 'capacity.limit_set',
        actor_id: 'admin',
        metadata: { project_id: projectId, concurrency_limit: 1, reserved_inbound: 0 },
      },
      { action: 'capacity.limit_removed', actor_id: 'admin', metadata: { project_id: null } },
    ]);
    expect(
      await desk.inStore(
        `SELECT project_id, concurrency_limit FROM capacity_limit_changes WHERE client_id = $1 ORDER BY changed_at, project_id`,
        [tenant.clientId],
      ),
    ).toEqual([
      { project_id: '', concurrency_limit: 5 },
      { project_id: projectId, concurrency_limit: 1 },
      { project_id: '', concurrency_limit: null },
      { project_id: projectId, concurrency_limit: null },
    ]);
  });

  // capacity 1.3, 1.4; operations 4.2
  it('is refused, saying why, and changes nothing', async () => {
    const foreign = await test.world.aProject(await test.world.aTenant());
    for (const [args, reason] of [
      [['--limit', '5', '--reserved-inbound', '6'], ': --reserved-inbound must be at most the limit, 5.'],
      [
        ['--limit', '5', '--project', projectId],
        `, project ${projectId}: the client has no limit yet; set it first, without --project.`,
      ],
      [
        ['--limit', '5', '--project', foreign],
        `, project ${foreign}: the client has no such project in this environment.`,
      ],
      [['--limit', 'none'], ': no limit was set.'],
    ] as const) {
      const { isDone, said } = await operate(...args);
      expect(said).toBe(`Nothing was changed for ${tenant.clientId} in ${tenant.dataEnv}${reason}`);
      expect(isDone).toBe(false);
    }
    expect(await limits()).toEqual([]);
  });

  // Fails if a project's limit is set while its client's is being removed: it would apply again
  // with the next one. capacity 1.3
  it('leaves a project no limit where the client loses its own meanwhile', async () => {
    await desk.setLimit(tenant, 5);
    const waiting = async (): Promise<number> => {
      const rows = await desk.inStore(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    const done: string[] = [];
    const url = test.databases.superuser.storeUrls.get('store-a')!;
    const outcomes = await withClient(url, async (blocker) => {
      // The first command has found the client's limit, and cannot store the project's yet.
      await blocker.query('BEGIN');
      await blocker.query(
        `INSERT INTO capacity_limits (client_id, data_env, project_id, concurrency_limit, reserved_inbound)
         VALUES ($1, $2, $3, 1, 0)`,
        [tenant.clientId, tenant.dataEnv, projectId],
      );
      const setting = operate('--limit', '3', '--project', projectId);
      await eventually(async () => expect(await waiting()).toBe(1));
      const removing = operate('--limit', 'none').finally(() => done.push('removed'));
      await eventually(async () => expect(done.length + (await waiting())).toBe(2));
      await blocker.query('ROLLBACK');
      return Promise.all([setting, removing]);
    });
    expect(outcomes.map(({ isDone }) => isDone)).toEqual([true, true]);
    expect(await limits()).toEqual([]);
  });
});
