import { beforeAll, describe, expect, it } from 'vitest';
import {
  CALLS_TO_ERASE,
  ERASE_CALLS,
  LOCK_CALLS,
} from '../../../src/features/calls/caller-data/erasure.queries.js';
import { vacuumErased } from '../../../src/features/calls/caller-data/vacuum-erased.js';
import { vacuumErasedContacts } from '../../../src/features/campaigns/erasure/vacuum-erased-contacts.js';
import { useTestApp } from '../../support/app.js';
import { aCampaignFixture } from '../../support/campaigns.js';
import { aCall } from '../../support/builders.js';
import { wordsInFilesOf } from '../../support/cluster-files.js';
import { inStore } from '../../support/databases.js';
import { chance } from '../../support/random-calls.js';
import { useWorker } from '../../support/worker.js';
import { AS_CONTACT } from './erased-contacts.js';
import { ErasurePlace, personal, PERSON, TRACES } from './erasure-place.js';
import { aCallerRequestFixture } from './caller-request-fixture.js';

const ERASED = `SELECT 1 FROM campaign_contacts WHERE campaign_id = $1 AND phone_encrypted = ''`;

describe("the files of the stores after the erasure of a caller's data", () => {
  const test = useTestApp();
  let place: ErasurePlace;

  useWorker(test);
  beforeAll(async () => {
    place = await ErasurePlace.open(test, await aCallerRequestFixture(test));
  });

  /** A campaign that imports the person, and then imports the same person with more data. */
  const campaignOfThePerson = async (): Promise<string> => {
    const campaigns = await aCampaignFixture(test, place.desk.tenant);
    const { campaign_id: campaignId } = await campaigns.made();
    for (const contact of [AS_CONTACT, { ...AS_CONTACT, first_name: PERSON.name, clinic: PERSON.said }]) {
      const body = { source_id: 'crm', batch_id: 'batch-1', contacts: [contact] };
      await campaigns.send('post', `/${campaignId}/contacts/import-json`, { body }).expect(200);
    }
    return campaignId;
  };

  // Fails if a column was written in clear before its row was erased: the row of before stays in
  // the file of its table. caller-requests 4.2, 11.4, 12.2; privacy 6.1
  it('hold neither the number nor a word of a transcript in clear, vacuumed or not', async () => {
    const call = aCall(place.projectId, personal(PERSON.number));
    const nothingOfAPerson = String(call['call_id']);
    await place.takeIn([call, ...place.calls(30, chance(3))]);
    const campaignId = await campaignOfThePerson();
    await place.erased(await place.asked());
    expect(await inStore(test, ERASED, [campaignId])).toHaveLength(1);
    const { storeUrls, metadataUrl } = test.databases.superuser;
    const found = (): Promise<string[]> =>
      wordsInFilesOf([...storeUrls.values(), metadataUrl], [...TRACES, nothingOfAPerson]);
    const ofThePerson = (lines: string[]): string[] =>
      lines.filter((line) => !line.endsWith(nothingOfAPerson));

    const before = await found();
    expect(ofThePerson(before)).toEqual([]);
    expect(before.some((line) => line.startsWith('base/'))).toBe(true);
    const vacuumed: string[] = [];
    await vacuumErased({ query: (text) => place.inStore(text) }, (line) => vacuumed.push(line));
    expect(vacuumed).toContain('vacuumed call_contents_y2026m10');
    await vacuumErasedContacts({ query: (text) => place.inStore(text) }, (line) => vacuumed.push(line));
    expect(vacuumed).toContain('vacuumed campaign_contacts');
    expect(ofThePerson(await found())).toEqual([]);
  });

  // Without statistics for a client's calls, a join may read all of them for each call of a batch.
  // caller-requests 11.2
  it('are read by keys for a piece, and not joined', async () => {
    for (const { text } of [CALLS_TO_ERASE, LOCK_CALLS, ERASE_CALLS]) {
      const plan = await place.inStore<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
      const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(lines).toContain('Index Cond');
      expect(lines).not.toMatch(/Join|Nested Loop/);
    }
  });
});
