import { expect, it } from 'vitest';
import { DEMO_CAST } from '../../../tools/demo/cast/cast.ts';
import { seedCapacity } from '../../../tools/demo/capacity.ts';
import { useTestApp } from '../../support/app.js';
import { CapacityFixture } from './capacity-fixture.js';

const test = useTestApp();

it('gives every tenant of the demo a limit, and leaves those alone that were set since', async () => {
  const desk = new CapacityFixture(test);
  for (const { clientId, dataEnv, storeId } of DEMO_CAST.tenants)
    await test.world.aTenant({ clientId, dataEnv, storeId });
  for (const it of DEMO_CAST.projects) await test.world.aProject(it, { projectId: it.projectId });
  await seedCapacity(test.app, DEMO_CAST);
  const [first, second] = DEMO_CAST.tenants;
  await desk.setLimit(first!, 3);
  await seedCapacity(test.app, DEMO_CAST);
  const limitOf = async (index: number): Promise<number | undefined> => {
    const tenant = DEMO_CAST.tenants[index]!;
    const limits = await desk.inTransaction(tenant, (tx) => desk.capacity.limitsOf(tx, 'any'));
    return limits?.client.concurrencyLimit;
  };
  expect(second).toBeDefined();
  expect(await Promise.all(DEMO_CAST.tenants.map((_, index) => limitOf(index)))).toEqual(
    DEMO_CAST.tenants.map((_, index) => (index === 0 ? 3 : 20)),
  );
});
