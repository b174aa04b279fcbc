import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { LegalHolds } from '../../../src/features/calls/caller-data/legal-holds.service.js';
import {
  CONTACT_ERASURE_RESULT,
  CONTACTS_TO_ERASE,
  COUNT_CONTACTS_OF,
} from '../../../src/features/campaigns/erasure/contact-erasure.queries.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { plantContacts } from '../../support/campaign-contacts.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { startWorker } from '../../support/worker.js';
import { numbers } from '../dispatch/dispatching.js';
import { callsOf, DISCLOSED } from '../dispatch/single-calls.js';
import { AS_CONTACT, ContactPlace } from './erased-contacts.js';
import { PERSON, personal } from './erasure-place.js';

const OTHERS = numbers(3).map((number, at) => ({
  to_number: number,
  external_contact_id: `crm-${at}`,
  first_name: 'Ann',
}));

const BY_HASH = [
  [CONTACTS_TO_ERASE, 'campaign_contacts_by_phone'],
  [COUNT_CONTACTS_OF, 'campaign_contacts_by_phone'],
  [CONTACT_ERASURE_RESULT, 'campaign_contacts_by_phone'],
] as const;

describe('the erasure of a person among contacts of campaigns', () => {
  let test: TestApp;
  let worker: INestApplicationContext;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const first = await startTestApp();
    worker = await startWorker(first);
    // Started after the worker, whose API key checks replace those of the earlier application.
    test = await startTestApp({ databases: first.databases });
    close = async () => {
      await test.close();
      await worker.close();
      await first.close();
    };
  });
  afterAll(() => close());
  const place = perTest(() => ContactPlace.open(test));

  const evidence = (): Promise<object[]> =>
    inStore(
      test,
      `SELECT d::text AS dispatch, e::text AS evidence FROM dispatches d JOIN outbound_evidence e USING (dispatch_id)
        WHERE d.client_id = $1 ORDER BY dispatch_id`,
      [place.clientId],
    );
  const suppressions = (): Promise<object[]> =>
    inStore(test, 'SELECT * FROM suppressions WHERE client_id = $1', [place.clientId]);

  // Fails if a campaign is missed, another person's contact is changed, a value remains, or a count
  // is wrong. caller-requests 12.1, 12.2, 12.6
  it('takes them out of every campaign and leaves all else as it was', async () => {
    const stranger = await ContactPlace.open(test);
    await stranger.campaign([AS_CONTACT]);
    const ran = await place.campaign([AS_CONTACT, OTHERS[0]!]);
    await place.setStatus(ran, 'running');
    for (const lease of await place.runtime.takenInTime(2))
      await place.runtime.end(lease.dispatch_id, 'goal_completed');
    const open = [
      await place.campaign([AS_CONTACT, ...OTHERS]),
      await place.campaign([...OTHERS, AS_CONTACT], { name: 'Second' }),
    ];
    const contactId = (await place.theirs()).get(ran)!.contact_id;
    const [before, dispatched, reported] = [await place.stored(), await evidence(), await place.report(ran)];
    const item = await place.asked();
    expect(item).toMatchObject({ data_found_state: 'found', data_found_count: 3 });

    const over = await place.erased(item);

    expect(over).toMatchObject({
      data_found_state: 'found',
      data_found_count: 3,
      leads_to_contacts: true,
      erasure: { erased_calls: 0, held_calls: 0, erased_contacts: 3, held_contacts: 0 },
    });
    expect(over.history.at(-1)).toMatchObject({
      status_note: 'Erased the caller from 0 calls and 3 contacts.',
    });
    const after = await place.stored();
    expect(after.size).toBe(before.size);
    const standIns = new Set<string>();
    for (const [id, contact] of after) {
      const was = before.get(id)!;
      if (was.external_contact_id !== 'crm-4711' || !isOurs(was.campaign_id)) expect(contact).toEqual(was);
      else {
        expect(contact).toMatchObject({ held: 0, masked_phone: '***' });
        expect(contact.rest).toBe(was.rest);
        expect(contact.hash).not.toBe(was.hash);
        standIns.add(contact.hash);
      }
    }
    function isOurs(campaignId: string): boolean {
      return [ran, ...open].includes(campaignId);
    }
    expect(standIns.size).toBe(1);
    expect(after.get(contactId)).toMatchObject({ status: 'completed' });
    for (const campaignId of open) {
      const counts = (await place.runtime.desk.detail(campaignId)).counts;
      expect(counts).toMatchObject({ total: 4, pending: 3, cancelled: 1, callable: 3, not_callable: 1 });
    }
    for (const campaignId of [ran, ...open]) expect(await place.faults(campaignId)).toEqual([]);
    expect(await evidence()).toEqual(dispatched);
    const { generated_at_utc: _, validation: __, ...counted } = await place.report(ran);
    expect(reported).toMatchObject(counted);
    const left = 'SELECT * FROM contact_erasures WHERE client_id = $1';
    expect(await inStore(test, left, [place.clientId])).toEqual([]);
    const audits = (await place.calls.desk.audits()).filter((it) => it.metadata['processing'] === 'erasure');
    expect(audits).toMatchObject([{ metadata: { erased_calls: 0, erased_contacts: 3, held_contacts: 0 } }]);
    // Nothing is found any more, and repeating the request does no harm.
    const again = await place.erased(over);
    expect(again).toMatchObject({ data_found_state: 'not_found', data_found_count: 0 });
    expect(await place.stored()).toEqual(after);
  });

  // campaigns 3.10; caller-requests 12.5
  it('shows them as one of many, and imports the number again, checked against its suppressions', async () => {
    const campaignId = await place.campaign([AS_CONTACT]);
    const suppressed = {
      to_number: PERSON.number,
      reason: 'direct_opt_out',
      source: 'phone',
      project_id: place.runtime.desk.projectId,
    };
    await place.runtime.desk.send('post', '/suppressions', { body: suppressed }).expect(200);
    const kept = await suppressions();
    await place.erased(await place.asked());
    const [shown] = await place.contactsShown(campaignId);
    expect(shown).toMatchObject({
      external_contact_id: null,
      masked_phone: '***',
      status: 'cancelled',
      is_callable: false,
      not_callable_reason: 'dnc',
      consent_type: 'express',
    });
    expect(await place.contactsShown(campaignId, { external_contact_id: 'crm-4711' })).toEqual([]);
    expect(await place.contactsShown(campaignId, { status: 'cancelled' })).toHaveLength(1);
    expect(await suppressions()).toEqual(kept);

    expect(await place.add(campaignId, [AS_CONTACT])).toMatchObject({ accepted_rows: 1, duplicate_rows: 0 });
    const anew = await place.contactsShown(campaignId, { external_contact_id: 'crm-4711' });
    expect(anew).toMatchObject([
      { masked_phone: '+61 *** *** 221', status: 'pending', not_callable_reason: 'dnc' },
    ]);
    expect(anew[0]!['contact_id']).not.toBe(shown!['contact_id']);
    expect(await place.faults(campaignId)).toEqual([]);
  });

  // Fails if the number is erased before the call is over, or if the contact is called again
  // afterwards. caller-requests 12.3
  it.each([
    ['no_answer', 'failed', false],
    ['direct_opt_out', 'suppressed', true],
    ['goal_completed', 'completed', false],
  ])(
    'waits for a call under way, which ends with %s and is the last',
    async (disposition, status, isSuppressed) => {
      const campaignId = await place.campaign([AS_CONTACT, OTHERS[0]!]);
      await place.setStatus(campaignId, 'running');
      const leases = await place.runtime.takenInTime(2);
      const lease = leases.find((it) => it.to_number === PERSON.number)!;
      await place.runtime.report(lease.dispatch_id, {
        sequence: 1,
        state: 'in_call',
        call_id: `room-${disposition}-${place.clientId}`,
      });
      const moved = await place.calls.desk.moved(await place.asked(), 'in_progress', { erase: true });
      await eventually(async () => {
        expect(
          await inStore(test, 'SELECT 1 FROM campaign_contacts WHERE campaign_id = $1 AND max_attempts = 0', [
            campaignId,
          ]),
        ).toHaveLength(1);
      });
      expect(await place.calls.shown(moved)).toMatchObject({ data_found_state: 'searching' });
      expect((await place.theirs()).get(campaignId)).toMatchObject({ status: 'in_call', held: 5 });

      const ended = await place.runtime.end(lease.dispatch_id, disposition);
      expect(ended.body).toMatchObject({ applied: true });
      expect(await place.over(moved)).toMatchObject({ erasure: { erased_contacts: 1 } });
      const rows = [...(await place.stored()).values()].filter((it) => it.campaign_id === campaignId);
      expect(rows.find((it) => it.masked_phone === '***')).toMatchObject({ status, held: 0 });
      expect(await suppressions()).toHaveLength(isSuppressed ? 1 : 0);
      expect(await place.faults(campaignId)).toEqual([]);
      // A later report by the runtime finds no number, and changes nothing.
      const late = await place.runtime.report(lease.dispatch_id, {
        sequence: 12,
        state: 'ended',
        disposition: 'wrong_number',
      });
      expect([late.status, late.body]).toMatchObject([200, { applied: false }]);
    },
  );

  // caller-requests 12.4
  it('closes a contact whose call is under legal hold, leaves it whole, and gets it once the hold is cleared', async () => {
    const campaignId = await place.campaign([AS_CONTACT]);
    await place.setStatus(campaignId, 'running');
    const [lease] = await place.runtime.takenInTime(1);
    const call = aCall(place.runtime.desk.projectId, {
      ...personal(PERSON.number),
      direction: 'outbound',
      campaign_id: campaignId,
      contact_id: lease!.contact_id,
    });
    const callId = String(call['call_id']);
    await place.runtime.end(lease!.dispatch_id, 'no_answer', { call_id: callId });
    await place.calls.takeIn([call]);
    const hold = (isHeld: boolean): Promise<object> =>
      test.app.get(LegalHolds).change(systemContext(place.runtime.desk.tenant, 'admin'), { callId }, isHeld);
    await hold(true);
    expect((await place.theirs()).get(campaignId)).toMatchObject({ status: 'retry_scheduled' });
    const over = await place.erased(await place.asked());
    expect(over).toMatchObject({
      data_found_state: 'found',
      data_found_count: 0,
      erasure: { erased_calls: 0, held_calls: 1, erased_contacts: 0, held_contacts: 1 },
    });
    expect(over.history.at(-1)).toMatchObject({
      status_note:
        'Erased the caller from 0 calls. Under legal hold and kept unchanged: 1 call and 1 contact.',
    });
    expect((await place.theirs()).get(campaignId)).toMatchObject({
      held: 5,
      status: 'cancelled',
      is_callable: false,
      not_callable_reason: 'campaign_closed',
    });
    expect(await place.faults(campaignId)).toEqual([]);
    await hold(false);
    const again = await place.erased(over);
    expect(again).toMatchObject({
      erasure: { erased_calls: 1, held_calls: 0, erased_contacts: 1, held_contacts: 0 },
    });
    expect((await place.theirs()).has(campaignId)).toBe(false);
  });

  // caller-requests 12.3, 12.8
  it('reaches calls that were asked for one by one: those that wait, that are made, and that are over', async () => {
    const singles = callsOf(place.runtime);
    const person = { to_number: PERSON.number, personalization: { first_name: PERSON.name } };
    const over = await singles.asked(person);
    expect(await place.runtime.taken()).toHaveLength(1);
    await place.runtime.end(over.dispatch_id, 'answered');
    const underWay = await singles.asked(person);
    const refused = await singles.asked({
      ...person,
      call_type: 'telemarketing',
      recipient_subdivision: 'AU-NSW',
      compliance: DISCLOSED,
    });
    expect(refused.status).toBe('refused');
    expect(await place.runtime.taken()).toHaveLength(1);
    const [waiting, others] = [await singles.asked(person), await singles.asked()];
    const before = await singles.status(over.dispatch_id);
    const item = await place.asked();
    expect(item).toMatchObject({ data_found_state: 'found', data_found_count: 4 });

    const moved = await place.calls.desk.moved(item, 'in_progress', { erase: true });
    await eventually(async () => {
      expect(await singles.status(waiting.dispatch_id)).toMatchObject({
        status: 'refused',
        refused_codes: ['not_taken'],
      });
    });
    expect(await place.calls.shown(moved)).toMatchObject({ data_found_state: 'searching' });
    await place.runtime.end(underWay.dispatch_id, 'direct_opt_out');
    expect(await place.over(moved)).toMatchObject({ erasure: { erased_contacts: 4, held_contacts: 0 } });
    expect(await suppressions()).toHaveLength(1);
    const kept = `SELECT dispatch_id FROM single_dispatches WHERE client_id = $1 AND call <> '{}'`;
    expect(await inStore(test, kept, [place.clientId])).toEqual([{ dispatch_id: others.dispatch_id }]);
    expect(await singles.status(over.dispatch_id)).toEqual(before);
    const late = { sequence: 12, state: 'ended', disposition: 'wrong_number' };
    expect((await place.runtime.report(over.dispatch_id, late)).body).toMatchObject({ applied: false });
  });

  // caller-requests 12.7
  it('says of a request from before that it leads to no contacts, and what to do', async () => {
    const campaignId = await place.campaign([AS_CONTACT]);
    await place.calls.takeIn([aCall(place.runtime.desk.projectId, personal(PERSON.number))]);
    const item = await place.asked();
    await test.world.sql(`UPDATE caller_requests SET contact_hashes = '{}' WHERE request_id = $1`, [item.id]);
    const over = await place.erased(item);
    expect(over).toMatchObject({
      data_found_state: 'manual_review_required',
      data_found_count: 1,
      leads_to_contacts: false,
      erasure: { erased_calls: 1, held_calls: 0 },
    });
    expect(over['erasure']).not.toHaveProperty('erased_contacts');
    expect(over.history.at(-1)!['status_note']).toMatch(/record a new deletion request with the number/);
    expect((await place.theirs()).get(campaignId)).toMatchObject({ held: 5, status: 'pending' });
    const anew = await place.erased(await place.asked());
    expect(anew).toMatchObject({ data_found_state: 'found', erasure: { erased_contacts: 1 } });
  });

  // Fails if a batch scans the contacts of a campaign, or of a tenant, to find those with one
  // number. caller-requests 11.2, 12.1
  it('finds contacts by the hash of the number', async () => {
    const campaignId = await place.campaign([AS_CONTACT]);
    await plantContacts(test, place.runtime.desk.tenant, campaignId, Array<object>(4_000).fill({}));
    await inStore(test, 'ANALYZE campaign_contacts');
    for (const [query, index] of BY_HASH) {
      const plan = await inStore(test, `EXPLAIN (GENERIC_PLAN) ${query.text}`);
      expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
    }
  });
});
