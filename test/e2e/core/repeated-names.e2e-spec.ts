import { beforeAll, describe, expect, it } from 'vitest';
import { aCall, type TestTenant, type TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';

// requests 4.10
describe('a name that an object of JSON gives twice', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let project: string;
  let user: TestUser;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    user = await test.world.aUser(tenant, { role: 'partner_admin' });
    await test.world.assignProject(user, tenant, project);
  });

  it('is 400 with its place, and nothing is stored', async () => {
    const answer = await test
      .request()
      .post(`/v1/projects/${project}/secrets`)
      .set({
        Authorization: `Bearer ${user.token()}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'two-values',
      })
      .send('{"secret_name":"CRM_KEY","value":"one","v\\u0061lue":"two"}');
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('"value"');
    expect(answer.text).toContain('appears twice in one object; send each name once');
    expect(answer.text).not.toContain('two"');
    const stored = await test.world.sql('SELECT 1 FROM project_secrets WHERE project_id = $1', [project]);
    expect(stored).toEqual([]);
  });

  it.each(['application/json', 'application/x-ndjson'])('costs its own record of %s', async (type) => {
    const good = JSON.stringify(aCall(project, { call_id: `good-${type.length}` }));
    const bad = good.replace('{', '{"agent_name":"Zoe",').replace(/}$/, ',"agent_name":"Max"}');
    const answer = await test
      .request()
      .post('/internal/v1/calls')
      .set({ 'X-API-Key': await test.world.aKey(tenant, 'runtime-ingest'), 'Content-Type': type })
      .send(type.endsWith('ndjson') ? `${bad}\n${good}` : `[${bad},${good}]`);
    expect([answer.status, answer.body as object]).toMatchObject([
      200,
      { accepted: 1, errors: [{ index: 0, code: 'invalid_json', field: 'record' }] },
    ]);
  });
});
