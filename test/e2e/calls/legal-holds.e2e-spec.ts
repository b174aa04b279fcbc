import { beforeAll, describe, expect, it } from 'vitest';
import { operatorSettings, useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import { inStore } from '../../support/databases.js';
import { useOperator } from '../../support/operator.js';
import type { Operated } from '../../support/operator.js';
import { postCalls } from '../../support/post-calls.js';

const NUMBER = '+61491573313';

// calls-ingest 6.4; operations 4.1
describe('the operator', () => {
  const test = useTestApp();
  const operate = useOperator(() => test);
  const service = useBuiltService();
  let tenant: TestTenant;
  let calls: Record<string, unknown>[];

  const change = (command: string, ...which: string[]): Promise<Operated> =>
    operate(command, '--client', tenant.clientId, ...which);
  const held = async (): Promise<unknown[]> =>
    (
      await inStore<{ call_id: string }>(
        test,
        'SELECT call_id FROM call_index WHERE legal_hold_since IS NOT NULL ORDER BY call_id',
      )
    ).map((row) => row.call_id);

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    const projectId = await test.world.aProject(tenant);
    calls = ['2024-05', '2024-06', '2024-07'].map((month, at) =>
      aCall(projectId, {
        // requests 10.5: the second call writes the number with its trunk prefix.
        caller_number: at < 2 ? NUMBER.replace('+61', at === 1 ? '+610' : '+61') : '+61491573314',
        started_at_utc: `${month}-10T01:00:00.000Z`,
        ended_at_utc: undefined,
      }),
    );
    await postCalls(test, tenant, calls);
  });

  it('holds one call or the calls of a number, lets go of them, and says of how many', async () => {
    const [first, second] = calls.map((call) => String(call['call_id'])) as [string, string];
    expect((await change('set-legal-hold', '--call', second)).said).toContain(
      '1 of 1 calls: under legal hold',
    );
    expect(await held()).toEqual([second]);
    const both = await change('set-legal-hold', '--caller', '+61 491 573 313');
    expect(both.said).toContain('1 of 2 calls: under legal hold from now on');
    expect(both.said).not.toContain('573 313');
    expect(await held()).toEqual([first, second].sort());
    expect((await change('clear-legal-hold', '--call', first)).said).toContain('1 of 1 calls: no longer');
    expect(await held()).toEqual([second]);
  });

  it('is told of a call that does not exist', async () => {
    const none = await change('set-legal-hold', '--call', 'call-nowhere');
    expect([none.isDone, none.said]).toEqual([false, expect.stringContaining('has no such call')]);
  });

  // calls-ingest 6.1, 6.4
  it('drops no month from the one of a held call on', async () => {
    await inStore(
      test,
      `UPDATE call_index SET legal_hold_since = now() WHERE started_at_utc = '2024-06-10T01:00:00Z'`,
    );
    // In a process that has the addresses of the owner.
    const { metadataUrl, storeUrls } = test.databases.superuser;
    const owner = {
      METADATA_OWNER_URL: metadataUrl,
      TENANT_STORE_OWNER_URLS: JSON.stringify(Object.fromEntries(storeUrls)),
    };
    const args = ['retention', '--keep-months', '3'];
    const dropped = service.start('operate', environmentOf(operatorSettings(test), owner), args);
    await dropped.ended;
    expect(dropped.standardOutput).toContain('store-a: calls since 2024-06-01 are kept');
    expect(dropped.standardOutput).toContain('under legal hold');
    expect(await inStore(test, 'SELECT 1 FROM calls')).toHaveLength(2);
  });

  it('vacuums the months of calls that were erased, no others, and what was kept of whom to call', async () => {
    await inStore(test, `UPDATE call_index SET erased_at = now() WHERE started_at_utc >= '2024-07-01Z'`);
    const { result } = await operate('vacuum-erased');
    expect(result.toSorted()).toEqual([
      'store-a: vacuumed call_contents_y2024m07',
      'store-a: vacuumed calls_y2024m07',
      'store-a: vacuumed campaign_contacts',
      'store-a: vacuumed single_dispatches',
      'store-b: vacuumed campaign_contacts',
      'store-b: vacuumed single_dispatches',
    ]);
  });
});
