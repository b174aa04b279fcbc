import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { anExportingTenant, aTokenOf, auditOf, exportCalls, V1 } from './exporting.js';
import type { Exporting } from './exporting.js';

const expectDenied = ({ status, body, text }: Response): void =>
  expect([status, (body as { code?: string }).code], text).toEqual([404, 'EXPORT_DENIED']);

describe('the client that an export names', () => {
  let test: TestApp;
  let own: Exporting;
  let foreign: Exporting;

  beforeAll(async () => {
    test = await startTestApp();
    own = await anExportingTenant(test);
    foreign = await anExportingTenant(test);
  });
  afterAll(() => test.close());

  // calls-export 3.4
  it('is answered like an absent one where it is not assigned: 404 EXPORT_DENIED, audited at home', async () => {
    const home = await anExportingTenant(test);
    const token = await aTokenOf(test, home.tenant, 'client_admin');
    const key = await test.world.aKey(home.tenant, 'full-access');
    for (const client of [foreign.tenant.clientId, 'client-nowhere']) {
      const body = { ...V1, project_id: home.project, client_id: client };
      expectDenied(await exportCalls(test, token, body));
      const post = test.request().post('/v1/calls/export').set('X-API-Key', key);
      expectDenied(await post.send(body));
    }
    const row = { action: 'call_export', outcome: 'denied', metadata: { code: 'EXPORT_DENIED' } };
    expect(await auditOf(test, home.tenant)).toMatchObject([row, row, row, row]);
    expect(JSON.stringify(await auditOf(test, foreign.tenant))).not.toContain('EXPORT_DENIED');
  });

  // access 4.6
  it('may be in the query as well, and is refused if body and query differ', async () => {
    const [here, there] = [own.tenant.clientId, foreign.tenant.clientId];
    const token = await aTokenOf(test, own.tenant, 'client_admin');
    const asAdmin = (query: object, body: object = {}) =>
      test
        .request()
        .post('/v1/calls/export/preview')
        .query(query)
        .set('Authorization', `Bearer ${token}`)
        .send({ ...V1, project_id: own.project, ...body });
    expect((await asAdmin({ client_id: here })).status).toBe(200);
    expect((await asAdmin({ client_id: here }, { client_id: here })).status).toBe(200);
    expectDenied(await asAdmin({ client_id: there }));
    expectDenied(await asAdmin({ client_id: here }, { client_id: there }));
    expectDenied(await asAdmin({ client_id: there }, { client_id: here }));
  });

  // access 4.6, calls-export 3.1, requests 3.5
  it.each(['/v1/calls/export', '/v1/calls/export/preview'])(
    'is in the query of %s once, and nothing else is',
    async (path) => {
      const token = await aTokenOf(test, own.tenant, 'client_admin');
      const asked = async (query: string) => {
        const answer = await test
          .request()
          .post(`${path}?${query}`)
          .set('Authorization', `Bearer ${token}`)
          .send({ ...V1, project_id: own.project });
        const { details = [] } = answer.body as { details?: { loc: string[]; type: string }[] };
        return [answer.status, ...details.map(({ loc, type }) => [loc.join('.'), type])];
      };
      const here = own.tenant.clientId;
      expect(await asked(`client_id=${here}&format=csv`)).toEqual([422, ['query.format', 'extra_forbidden']]);
      expect(await asked(`client_id=${here}&client_id=${here}`)).toEqual([
        422,
        ['query.client_id', 'matches'],
      ]);
    },
  );
});
