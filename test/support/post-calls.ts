import { expect } from 'vitest';
import { CallRollup } from '../../src/features/calls/rollup/call-rollup.service.js';
import type { TestApp } from './app.js';
import type { TestTenant } from './builders.js';
import type { PostedCall } from './random-calls.js';

/** Posts records through ingest; all of them must be new and valid, at most 1000. */
export async function postCalls(test: TestApp, tenant: TestTenant, records: PostedCall[]): Promise<void> {
  const key = await test.world.aKey(tenant, 'runtime-ingest');
  const post = () => test.request().post('/internal/v1/calls').set('X-API-Key', key).send(records);
  let response = await post();
  // On a machine that is busy with other tests, a store may time out once: nothing is stored then.
  if (response.status === 503) response = await post();
  expect(response.body).toMatchObject({ accepted: records.length, rejected: 0, errors: [] });
}

/** Sums all changed hours of a tenant, like the worker. */
export async function sumUpHours(test: TestApp, tenant: TestTenant): Promise<void> {
  expect(await test.app.get(CallRollup).refresh(tenant, 20_000)).toBeGreaterThan(0);
}
