import { expect } from 'vitest';
import type { TestApp } from '../../support/app.js';
import { inStore } from '../../support/databases.js';
import { CONTRADICTIONS } from './dispatch-model.js';
import { numbers } from './dispatching.js';
import type { RuntimeFixture } from './dispatching.js';

/** A Wednesday, 12:00 in Sydney. */
export const NOON = '2026-11-25T01:00:00.000Z';

/** Fails if stored data contradicts itself. */
export async function expectConsistent(test: TestApp): Promise<void> {
  for (const statement of CONTRADICTIONS) expect(await inStore(test, statement)).toEqual([]);
}

/** A report of an end, for a list of reports. */
export const endOf = (id: string, disposition = 'answered', sequence = 9): object => ({
  ...{ dispatch_id: id, sequence, state: 'ended', disposition },
});

/** How often each word occurs. */
export const tally = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (it) => it)].map(([word, of]) => [word, of.length]));

/** Calls that a desk's runtime makes. */
export class DialledCalls {
  constructor(private readonly runtime: RuntimeFixture) {}

  /** This many dispatches of a new campaign, without any report yet. */
  async begun(count: number): Promise<{ readonly campaignId: string; readonly ids: string[] }> {
    const campaignId = await this.runtime.aRunningCampaign(numbers(count));
    const ids = (await this.runtime.taken()).map((it) => it.dispatch_id);
    expect(ids).toHaveLength(count);
    return { campaignId, ids };
  }

  /** The holders of slots, by name. */
  async slotsInUse(): Promise<string[]> {
    const { test, desk } = this.runtime;
    const rows = await inStore(test, 'SELECT holder FROM capacity_leases WHERE client_id = $1', [
      desk.tenant.clientId,
    ]);
    return rows.map((it) => it['holder'] as string).toSorted();
  }

  async ingest(call: object): Promise<void> {
    const { test, key } = this.runtime;
    const response = await test.request().post('/internal/v1/calls').set('X-API-Key', key).send([call]);
    expect(response.body).toMatchObject({ rejected: 0, errors: [] });
  }
}
