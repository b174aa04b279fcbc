import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import { A_CAMPAIGN } from '../../support/campaigns.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { DialledCalls, NOON } from './dialled-calls.js';
import { numbers, RuntimeFixture } from './dispatching.js';

const HOUR_MS = 3_600_000;

interface Contact {
  readonly contact_id: string;
  readonly last_call_id: string | null;
  readonly next_attempt_at_utc: string | null;
}

describe('what is told of a contact later', () => {
  const clock = new TestClock(new Date(NOON));
  const test = useSharedApp({ clock });
  let runtime: RuntimeFixture;

  beforeAll(async () => {
    runtime = await RuntimeFixture.open(test, clock, { slots: 20 });
  });

  const contactOf = async (campaignId: string): Promise<Contact> => {
    const listed = await runtime.desk.send('get', `/${campaignId}/contacts`).expect(200);
    return (listed.body as { items: Contact[] }).items[0]!;
  };
  const lastCall = async (campaignId: string) => (await contactOf(campaignId)).last_call_id;

  /** A call to the campaign's contact that has just begun, as its runtime writes it. */
  async function ingesting(campaignId: string, callId: string): Promise<(revision: number) => Promise<void>> {
    const { contact_id: contactId } = await contactOf(campaignId);
    const call = aCall(runtime.desk.projectId, {
      call_id: callId,
      direction: 'outbound',
      campaign_id: campaignId,
      contact_id: contactId,
      started_at_utc: clock.now().toISOString(),
      ended_at_utc: new Date(clock.now().getTime() + 60_000).toISOString(),
    });
    return (revision) => new DialledCalls(runtime).ingest({ ...call, revision });
  }

  // campaigns 3.4, dispatch 5.2
  it('leaves the call of its last attempt, however late one of an earlier attempt is written', async () => {
    clock.set(NOON);
    const campaignId = await runtime.aRunningCampaign(numbers(1));
    const [first] = await runtime.taken(1);
    const writeFirst = await ingesting(campaignId, 'room-first');
    await writeFirst(1);
    await runtime.end(first!.dispatch_id, 'busy');
    clock.advance(HOUR_MS);
    const [second] = await runtime.taken(1);
    const writeSecond = await ingesting(campaignId, 'room-second');
    await writeSecond(1);
    expect(await lastCall(campaignId)).toBe('room-second');
    await writeFirst(2);
    expect(await lastCall(campaignId)).toBe('room-second');
    await runtime.end(second!.dispatch_id, 'answered');
    await writeFirst(3);
    expect(await lastCall(campaignId)).toBe('room-second');
  });

  // dispatch 5.1
  it('leaves the call that a report has named, against that of ingest', async () => {
    clock.set(NOON);
    const campaignId = await runtime.aRunningCampaign(numbers(1, 1));
    const [lease] = await runtime.taken(1);
    await runtime.report(lease!.dispatch_id, { sequence: 1, state: 'in_call', call_id: 'room-named' });
    const write = await ingesting(campaignId, 'room-told');
    await write(1);
    expect(await lastCall(campaignId)).toBe('room-named');
    await runtime.end(lease!.dispatch_id, 'answered');
  });

  // campaigns 3.3, 8.3
  it.each([
    ['invalid_number', 'failed dnc 1 invalid_number'],
    ['busy', 'failed dnc 1 busy'],
    ['answered', 'completed dnc 1 answered'],
  ])('keeps that its number was suppressed during a call that ends as %s', async (disposition, expected) => {
    clock.set(NOON);
    const [number] = numbers(1, 3);
    const retryPolicy = { ...A_CAMPAIGN.retry_policy, max_attempts: 0 };
    const campaignId = await runtime.aRunningCampaign([number!], { retry_policy: retryPolicy });
    const [lease] = await runtime.taken(1);
    const { desk } = runtime;
    const body = { to_number: number, reason: 'manual', source: 'portal', project_id: desk.projectId };
    const suppression = await desk.send('post', '/suppressions', { body }).expect(200);
    await runtime.end(lease!.dispatch_id, disposition);
    expect(await runtime.contacts(campaignId)).toEqual([expected]);
    const { suppression_id: id } = suppression.body as { suppression_id: string };
    await desk.send('delete', `/suppressions/${id}`).expect(204);
  });

  // dispatch 2.3, campaigns 4.9
  it('puts an end to waiting for the hours of a place where the person is not', async () => {
    clock.set(NOON);
    const [number] = numbers(1, 2);
    const compliance = {
      ...A_CAMPAIGN.compliance,
      prevent_after_hours: true,
      recipient_timezone_aware: true,
    };
    const campaignId = await runtime.aRunningCampaign(
      [number!],
      { compliance },
      { recipient_timezone: 'Europe/London' },
    );
    expect(await runtime.taken()).toEqual([]);
    expect((await contactOf(campaignId)).next_attempt_at_utc).toBe('2026-11-25T09:00:00.000Z');
    await runtime.desk.send('post', `/${campaignId}/pause`).expect(200);
    const contact = {
      to_number: number,
      external_contact_id: 'contact-1',
      recipient_timezone: 'Australia/Sydney',
    };
    await runtime.desk
      .send('post', `/${campaignId}/contacts/import-json`, {
        body: { source_id: 'crm', batch_id: 'batch-2', contacts: [contact] },
      })
      .expect(200);
    await runtime.desk.send('post', `/${campaignId}/resume`).expect(200);
    expect((await runtime.taken()).map((it) => it.to_number)).toEqual([number]);
  });
});
