import { beforeAll, describe, expect, it } from 'vitest';
import type { TestTenant } from '../../support/builders.js';
import { perSuite } from '../../support/frames.js';
import { useOperator } from '../../support/operator.js';
import type { Operated } from '../../support/operator.js';
import { WorkBench } from './work-bench.js';

// operations 4.8
describe('the operator', () => {
  const bench = perSuite(
    () => WorkBench.open(),
    (opened) => opened.close(),
  );
  const operate = useOperator(() => bench.test);
  let tenant: TestTenant;

  const choose = (command: string, ...args: string[]): Promise<Operated> =>
    operate(command, '--client', tenant.clientId, '--kind', 'test.dead', ...args);
  const idOf = async (number: number): Promise<string> => {
    const [row] = await bench.inStore<{ item_id: string }>(
      `SELECT item_id FROM work_dead_letters WHERE client_id = $1 AND payload->>'number' = $2`,
      [tenant.clientId, String(number)],
    );
    return row!.item_id;
  };

  beforeAll(async () => {
    tenant = await bench.test.world.aTenant();
    await bench.inStore(
      `INSERT INTO work_dead_letters (client_id, data_env, kind, item_id, key, payload, appended_at, attempts, reason)
       SELECT $1, $2, 'test.dead', 100 + i, 'call-' || i, json_build_object('number', i), now(), 6, 'dependency_unavailable'
         FROM generate_series(1, 4) i`,
      [tenant.clientId, tenant.dataEnv],
    );
  });

  it('shows dead letters, has one worked again, drops one and then the others', async () => {
    const { result: lines } = await operate('work-dead-letters', '--kind', 'test.dead');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(
      new RegExp(
        `^${tenant.clientId} prod  test\\.dead  101  key call-1  {"number":1}  6 attempts  since .+  dependency_unavailable$`,
      ),
    );

    expect((await choose('work-retry', '--item', await idOf(2))).said).toContain(
      '1 dead letters: are retried',
    );
    expect(await bench.itemsOf(tenant)).toEqual([{ number: 2, attempts: 0 }]);

    expect((await choose('work-drop', '--item', await idOf(3))).said).toContain('1 dead letters: deleted');
    expect((await choose('work-drop')).said).toContain('2 dead letters: deleted');

    const again = await choose('work-retry');
    expect(again.isDone).toBe(false);
    expect(again.said).toContain('There is no such dead letter; work-dead-letters shows them.');
    expect(await bench.itemsOf(tenant)).toEqual([{ number: 2, attempts: 0 }]);
  });
});
