import { Client } from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import { onStore } from '../../support/sealed-calls.js';
import { requestStatements } from '../../support/statements.js';
import { TestClock } from '../../support/test-clock.js';
import { essence } from '../access/attempts.js';
import { bearer } from '../access/callers.js';
import { CANARIES } from '../privacy/canaries.js';

type Headers = Readonly<Record<string, string>>;

describe.each(['', '/inline-preview'])('GET /v1/calls/{call_id}%s of a call out of scope', (rest) => {
  const test = useTestApp({ clock: new TestClock() });
  let tenant: TestTenant;
  let own: string;
  let foreign: string;
  let inOtherStore: string;
  let ofStaging: string;
  let unassigned: string;
  let partner: Headers;
  let reader: Headers;

  beforeAll(async () => {
    // The clock is stopped, so that caches are equally warm for both requests.
    tenant = await test.world.aTenant();
    const project = await test.world.aProject(tenant);
    const aCallOf = async (of: TestTenant, projectId?: string): Promise<string> => {
      const call = aCall(projectId ?? (await test.world.aProject(of)), { summary: 'Booked for Tuesday.' });
      await postCalls(test, of, [call]);
      return call['call_id'] as string;
    };
    own = await aCallOf(tenant, project);
    unassigned = await aCallOf(tenant);
    foreign = await aCallOf(await test.world.aTenant());
    inOtherStore = await aCallOf(await test.world.aTenant({ storeId: 'store-b' }));
    ofStaging = await aCallOf(await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' }));
    const user = await test.world.aUser(tenant, { role: 'partner_user' });
    await test.world.assignProject(user, tenant, project);
    partner = bearer(user.token());
    reader = { 'X-API-Key': await test.world.aKey(tenant, 'full-access') };
    await test.world.permitPii(tenant, 'full-access', 'raw_caller', 'summary', 'transcript');
  });

  const get = (id: string, headers: Headers) =>
    test
      .request()
      .get(`/v1/calls/${encodeURIComponent(id)}${rest}`)
      .set(headers);

  it('is a 404 for whom the project is not assigned to, and for no one else of the client', async () => {
    await get(own, partner).expect(200);
    await get(unassigned, partner).expect(404);
    await get(unassigned, reader).expect(200);
  });

  // calls 1.4, 1.5
  it('answers foreign, unassigned and malformed ones like an absent one', async () => {
    const absent = essence(await get('call-nowhere', partner));
    expect(absent).toMatchObject({ status: 404 });
    const others = [
      ...[foreign, inOtherStore, ofStaging, unassigned, own.toUpperCase(), `${own} `],
      ...['c'.repeat(129), 'c'.repeat(5000), 'with a blank', 'nul\0nul', 'a/b', "' OR true --", 'ōtani', '%'],
      ...['%00', '{call_id}', 'line\nbreak', CANARIES.phone, CANARIES.email, CANARIES.name],
    ];
    for (const id of others) expect(essence(await get(id, partner)), id).toEqual(absent);
  });

  // calls 1.4
  it('does the same work for foreign, unassigned and absent ones', async () => {
    const statements = vi.spyOn(Client.prototype, 'query');
    const textsOf = async (id: string, headers: Headers): Promise<string[]> => {
      statements.mockClear();
      await get(id, headers).expect(404);
      return requestStatements(statements.mock.calls);
    };
    try {
      for (const headers of [partner, reader]) {
        // The first request of a caller fills caches.
        await textsOf('call-nowhere', headers);
        const absent = await textsOf('call-nowhere', headers);
        expect(absent.filter((text) => text.includes('call_index'))).toHaveLength(1);
        expect(await textsOf(foreign, headers)).toEqual(absent);
        expect(await textsOf(ofStaging, headers)).toEqual(absent);
        if (headers === partner) expect(await textsOf(unassigned, headers)).toEqual(absent);
      }
    } finally {
      statements.mockRestore();
    }
  });

  it('takes one transaction of the tenant store to show a call', async () => {
    const statements = vi.spyOn(Client.prototype, 'query');
    try {
      await get(own, reader).expect(200);
      // The transaction begins together with its first statement, or separately if connecting took
      // long.
      const begun = statements.mock.calls.filter(([statement]: readonly unknown[]) =>
        typeof statement === 'string'
          ? /^BEGIN .*SET LOCAL app\.client_id/.test(statement)
          : (statement as { opening?: { name: string }[] }).opening?.[0]?.name === 'store_begin_read',
      );
      expect(begun).toHaveLength(1);
    } finally {
      statements.mockRestore();
    }
  });

  it('answers a call whose month was dropped like an absent one', async () => {
    const project = await test.world.aProject(tenant);
    const call = aCall(project);
    await postCalls(test, tenant, [call]);
    await onStore(test, 'DELETE FROM calls WHERE call_id = $1', [call['call_id']]);
    expect(essence(await get(call['call_id'] as string, reader))).toEqual(
      essence(await get('call-nowhere', reader)),
    );
  });
});
