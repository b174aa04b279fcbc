import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Not } from 'typeorm';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { ProjectEntity } from '../../../src/features/projects/projects.entities.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import type { ScopedRepository } from '../../../src/core/database/unit-of-work/scoped-repository.js';
import { useTestApp } from '../../support/app.js';

type Where = Parameters<ScopedRepository<ProjectEntity>['find']>[0];

describe('a scoped repository', () => {
  const test = useTestApp();
  let store: MetadataStore;
  let auth: AuthContext;
  let own: string;
  // The same client in another environment, and another client, each with a project of the same id.
  let strangers: { clientId: string; dataEnv: string }[];

  const foreign = (): Promise<object[]> =>
    test.world.sql(
      `SELECT client_id, data_env, project_id, display_name, timezone FROM projects
        WHERE (client_id, data_env) <> ($1, $2) ORDER BY 1, 2, 3`,
      [auth.clientId, auth.dataEnv],
    );

  beforeAll(async () => {
    store = test.app.get(MetadataStore);
  });
  beforeEach(async () => {
    const tenant = await test.world.aTenant();
    auth = systemContext(tenant, 'test');
    own = await test.world.aProject(tenant);
    const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    const other = await test.world.aTenant();
    strangers = [staging, other];
    for (const stranger of [staging, other]) await test.world.aProject(stranger, { projectId: own });
  });

  // A criterion that the compiler rejects may still arrive at run time in a forwarded body.
  const reaching: [string, () => unknown][] = [
    ['nothing', () => ({})],
    ['the id alone', () => ({ projectId: own })],
    ['another client', () => ({ projectId: own, clientId: strangers[1]!.clientId })],
    ['another environment', () => ({ projectId: own, dataEnv: 'staging' })],
    ['both', () => ({ ...strangers[1], projectId: own })],
    ['everything but the own client', () => ({ clientId: Not(auth.clientId) })],
    ['undefined in place of the tenant', () => ({ clientId: undefined, dataEnv: undefined })],
  ];

  // Fails if the criteria are spread over the tenant instead of under it.
  it.each(reaching)('finds no foreign row when asked for %s', async (_, where) => {
    const criteria = where() as Where;
    const found = await store.read(auth, (db) => db.repo(ProjectEntity).find(criteria));
    const one = await store.read(auth, (db) => db.repo(ProjectEntity).findOne(criteria));
    for (const row of [...found, one!])
      expect(row).toMatchObject({ clientId: auth.clientId, dataEnv: auth.dataEnv });
  });

  it.each(reaching)('changes no foreign row when told to change %s', async (_, where) => {
    const before = await foreign();
    const changed = await store.transaction(auth, (tx) =>
      tx.repo(ProjectEntity).update(where() as Where, { timezone: 'Asia/Tokyo' }),
    );
    expect(changed).toBe(1);
    expect(await foreign()).toEqual(before);
  });

  it.each<[string, unknown]>([
    ['a list of alternatives', [{}, { projectId: 'x' }]],
    ['a criterion without a value', { projectId: undefined }],
    ['an empty criterion', { projectId: null }],
  ])('refuses %s rather than widen the search', async (_, where) => {
    const before = await foreign();
    const update = store.transaction(auth, (tx) =>
      tx.repo(ProjectEntity).update(where as Where, { timezone: 'UTC' }),
    );
    expect(await update.catch(() => 0)).toBe(0);
    expect(await foreign()).toEqual(before);
    expect(
      await store.read(auth, (db) => db.repo(ProjectEntity).find(where as Where)).catch(() => []),
    ).toEqual([]);
  });

  // Fails if the tenant is only in the criteria.
  it('moves no row to another tenant and plants none there', async () => {
    const before = await foreign();
    const stranger = strangers[1]!;
    await store.transaction(auth, async (tx) => {
      const repo = tx.repo(ProjectEntity);
      await repo.update({ projectId: own }, { ...stranger, displayName: 'moved' });
      await repo.insert({
        ...stranger,
        projectId: 'planted',
        displayName: 'planted',
        timezone: 'UTC',
      });
    });
    expect(await foreign()).toEqual(before);
    const mine = await store.read(auth, (db) =>
      db.repo(ProjectEntity).find({}, { order: { projectId: 'ASC' } }),
    );
    expect(mine.map(({ displayName }) => displayName).toSorted()).toEqual(['moved', 'planted']);
  });
});
