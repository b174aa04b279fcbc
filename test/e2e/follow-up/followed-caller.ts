import { keyedHash } from '../../../src/core/privacy/keys/keyed-hash.js';
import { TenantKeys } from '../../../src/core/privacy/keys/tenant-keys.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { CallerErasure } from '../../../src/features/calls/caller-data/caller-erasure.service.js';
import { applyRetention, type OwnedStore } from '../../../src/features/calls/retention/call-retention.js';
import { expect } from 'vitest';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { withClient } from '../../support/databases.js';

/** The caller of the calls, and a note about this caller. */
export const NUMBER = '+61491572665';
export const NOTE = 'Ask for Wilhelmina Thrapplebury, she keeps an emu.';
const TRACES = ['thrapplebury', 'wilhelmina', 'keeps an emu', 'ostrich matter'];

/** Words of notes and tags that a text contains, in clear or in hexadecimal. */
export const tracesIn = (text: string): string[] => {
  const low = text.toLowerCase();
  return TRACES.filter((it) => low.includes(it) || low.includes(Buffer.from(it).toString('hex')));
};

/** Erases the caller from all calls of the tenant. */
export async function eraseCaller(test: TestApp, tenant: TestTenant, number = NUMBER): Promise<void> {
  const key = await test.app.get(TenantKeys).current(tenant, 'matching');
  const erasure = {
    erasureId: crypto.randomUUID(),
    hashes: [keyedHash(key, 'caller-number', number)],
    before: new Date('2030-01-01'),
  };
  expect(await test.app.get(CallerErasure).run(systemContext(tenant, 'test'), erasure, 10_000)).toBe(true);
}

/** Drops the entries of older calls, like retention. */
export const dropCallsBefore = (test: TestApp, keptFrom: Date): Promise<void> =>
  withClient(test.databases.superuser.storeUrls.get('store-a')!, (db) => {
    const owner: OwnedStore = {
      query: async (text, values) => (await db.query(text, values && [...values])).rows as never,
      transaction: (work) => work(owner.query),
    };
    return applyRetention(owner, keptFrom, { months: [] }, () => undefined);
  });
