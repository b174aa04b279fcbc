import { expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { logLines } from '../../support/log-lines.js';
import { get } from './probing.js';

const test = useTestApp({
  settings: (base) => {
    const gone = new URL(base.tenantStores.urls.get('store-a')!);
    gone.pathname = '/gone';
    const urls = new Map([...base.tenantStores.urls, ['store-a', gone.toString()]]);
    return { ...base, tenantStores: { ...base.tenantStores, urls } };
  },
});

const lines = (msg: string) => logLines(test, { msg });

// operations 3.3
it('a 503 names its store and why it refuses, from the first line on, and the breaker says that it opens', async () => {
  const key = await test.world.aKey(await test.world.aTenant(), 'full-access');
  for (let time = 0; time < 4; time += 1) {
    expect((await get(`${test.baseUrl}/v1/calls/summary`, { 'X-API-Key': key })).status).toBe(503);
  }
  const fault = { kind: 'unavailable', code: '3D000' };
  const because = { fault: { code: '3D000' } };
  const refused = lines('request failed');
  expect(refused[0]).toMatchObject({
    store: 'store-a',
    reason: expect.stringContaining('(3D000)') as string,
  });
  expect(refused[0]).toMatchObject({ fault, because });
  expect(refused[3]).toMatchObject({
    store: 'store-a',
    reason: expect.stringContaining('Store store-a failed three times') as string,
    fault,
    because: { because },
  });
  expect(lines('store is shut')).toMatchObject([{ store: 'store-a', fault: { code: '3D000' } }]);
});
