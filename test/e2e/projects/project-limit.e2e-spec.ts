import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { perTest } from '../../support/frames.js';
import { twoOf } from '../partner/api-key-calls.js';
import { anOffice, aNewProject, aRequest, codeOf, pathOf, send, snapshotOf } from './projecting.js';

const LIMIT = 4;

describe('in two processes, the projects of a client', () => {
  const test = useTestApp({
    settings: (base) => ({ ...base, features: { ...base.features, MAX_PROJECTS: LIMIT } }),
  });
  let second: TestApp;

  const create = (key: string = randomUUID(), process = test) =>
    process.request().post('/v1/projects').set(office.as).set('Idempotency-Key', key).send(aRequest(office));
  const count = async (): Promise<number> =>
    (await test.world.sql(`SELECT 1 FROM projects WHERE client_id = $1`, [office.tenant.clientId])).length;
  const plant = async (projects: number): Promise<void> => {
    for (let made = 0; made < projects; made += 1) await test.world.aProject(office.tenant);
  };

  beforeAll(async () => {
    second = await twoOf(test);
  });
  afterAll(() => second.close());
  const office = perTest(() => anOffice(test));

  // Fails if projects are counted without waiting for concurrent creations. projects 4.6
  it('never become more than the limit, however many are made at once', async () => {
    await plant(LIMIT - 1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(randomUUID(), index % 2 === 0 ? test : second)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual(
      Array.from({ length: 19 }, () => [409, 'project_limit']),
    );
    expect(await count()).toBe(LIMIT);
  });

  // projects 4.6; errors 2.6, 4.1
  it('are refused at the limit with its number and what to do', async () => {
    await plant(LIMIT);
    const refused = await create().expect(409);
    const { message } = (refused.body as { error: { message: string } }).error;
    expect(message).toContain(`${LIMIT} projects`);
    expect(message).toMatch(/Restore an archived one/);
  });

  // projects 4.6
  it('are answered again at the limit to who repeats the request that made the last one', async () => {
    await plant(LIMIT - 1);
    const first = await create('the-last').expect(201);
    await create('one-more').expect(409);
    const again = await create('the-last', second).expect(201);
    expect(again.body).toEqual(first.body);
    expect(again.get('Idempotent-Replayed')).toBe('true');
    expect(await count()).toBe(LIMIT);
  });

  // projects 4.6
  it('count while they are archived, and can be restored then', async () => {
    await plant(LIMIT - 1);
    const last = await aNewProject(test, office);
    const archived = snapshotOf(
      await send(test, 'post', pathOf(last, 'archive'), office.as, {
        revision_token: last.project.revision_token,
      }).expect(200),
    );
    expect(codeOf(await create().expect(409))).toBe('project_limit');
    await send(test, 'post', pathOf(last, 'restore'), office.as, {
      revision_token: archived.project.revision_token,
    }).expect(200);
  });

  it('are counted apart in each environment, and from those of other clients', async () => {
    const staging = await test.world.aTenant({ clientId: office.tenant.clientId, dataEnv: 'staging' });
    const other = await test.world.aTenant();
    for (let made = 0; made < LIMIT; made += 1) {
      await test.world.aProject(staging);
      await test.world.aProject(other);
    }
    await create().expect(201);
  });
});
