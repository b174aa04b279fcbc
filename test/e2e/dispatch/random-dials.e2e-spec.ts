import { describe, expect, it } from 'vitest';
import type { DispatchLease } from '../../../src/features/dispatch/rules/take.response.js';
import { aCall } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { perSuite } from '../../support/frames.js';
import { postCalls } from '../../support/post-calls.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { endOf } from './dialled-calls.js';
import { COMPLIANCE, numbers, RuntimeFixture } from './dispatching.js';
import { evidenceOf, isPostable, mayBeCalled, randomFacts } from './independent-dials.js';
import type { Posted } from './independent-dials.js';

const DIALS = atDepth({ ordinary: 60, full: 500 });
const SEED = 20_261_122;
const CONTACTS = 90;
const HOUR = 3_600_000;

interface Dial {
  readonly lease: DispatchLease;
  readonly expected: object;
}

// Fails if the decision uses facts other than the posted ones, or an instant other than that of the
// dial, or differs from the stored one.
describe(`${DIALS} random dials`, () => {
  const clock = new TestClock(new Date('2026-11-25T01:00:00.000Z'));
  const test = useSharedApp({ clock });
  const random = new SeededRandom(SEED);

  const runtime = perSuite(() => RuntimeFixture.open(test, clock, { slots: 1000 }));

  /** Some hours or days later, usually at a time of day when Australians may be called. */
  const nextInstant = (): number => {
    const day = Math.floor(clock.now().getTime() / 86_400_000) + 1 + random.below(25);
    const hour = random.once(6) ? 8 + random.below(16) : random.below(9);
    return day * 86_400_000 + hour * HOUR + random.below(60) * 60_000;
  };

  const someFacts = (instant: number): Posted[] => {
    const facts: Posted[] = [];
    while (facts.length < CONTACTS) {
      const one = randomFacts(random, instant);
      if (isPostable(one)) facts.push(one);
    }
    return facts;
  };

  const running = async (campaign: string, facts: readonly Posted[]): Promise<void> => {
    const { campaign_id: campaignId } = await runtime.desk.made({
      campaign_call_type: campaign,
      compliance: { ...COMPLIANCE, registry_wash_required: true, consent_required: true },
    });
    const all = numbers(CONTACTS);
    const contacts = facts.map((fields, index) => ({
      to_number: all[index],
      external_contact_id: `contact-${index}`,
      ...fields,
    }));
    const imported = await runtime.desk
      .send('post', `/${campaignId}/contacts/import-json`, {
        body: { source_id: 'crm', batch_id: 'batch', contacts },
      })
      .expect(200);
    expect((imported.body as { row_errors: object[] }).row_errors).toEqual([]);
    await inStore(test, `UPDATE campaigns SET status = 'running' WHERE campaign_id = $1`, [campaignId]);
  };

  /** At one instant, exactly the permitted contacts are leased. */
  async function dialAt(instant: number): Promise<Dial[]> {
    clock.set(new Date(instant));
    const campaign = random.of(['telemarketing', 'research'] as const);
    const facts = someFacts(instant);
    await running(campaign, facts);
    const leases = await runtime.taken(100);
    const all = numbers(CONTACTS);
    const permitted = all.filter((_, index) => mayBeCalled(facts[index]!, campaign, instant));
    expect(leases.map((it) => it.to_number).toSorted()).toEqual(permitted.toSorted());
    await inStore(test, `UPDATE campaigns SET status = 'cancelled' WHERE client_id = $1`, [
      runtime.desk.tenant.clientId,
    ]);
    // The next campaign calls the same people.
    if (leases.length > 0) await runtime.outcomes(leases.map((it) => endOf(it.dispatch_id)));
    return leases.map((lease) => ({
      lease,
      expected: evidenceOf(facts[all.indexOf(lease.to_number)]!, campaign, instant),
    }));
  }

  // campaigns 5.2 to 5.14, 5.18; dispatch 2.3, 6.2, 6.3
  it(`are those of an independent judgement, and so is their evidence (seed ${SEED})`, async () => {
    const dials: Dial[] = [];
    while (dials.length < DIALS) dials.push(...(await dialAt(nextInstant())));
    const startedAt = clock.now().toISOString();
    const calls = dials.map(({ lease }) =>
      aCall(runtime.desk.projectId, {
        direction: 'outbound',
        campaign_id: lease.campaign_id,
        contact_id: lease.contact_id,
        started_at_utc: startedAt,
        ended_at_utc: null,
      }),
    );
    await postCalls(test, runtime.desk.tenant, calls);
    const reader = await test.world.aKey(runtime.desk.tenant, 'partner_user');
    for (const [index, { expected }] of dials.entries()) {
      const answer = await test
        .request()
        .get(`/v1/compliance/calls/${String(calls[index]!['call_id'])}/outbound-evidence`)
        .set('X-API-Key', reader);
      const { local_time: local, ...blocks } = expected as { local_time: string };
      expect(answer.body, `dial ${index}`).toMatchObject(blocks);
      const { timezone_evaluation: zone } = answer.body as { timezone_evaluation: { local_time: string } };
      expect(zone.local_time.slice(0, 16)).toBe(local);
    }
  }, 300_000);
});
