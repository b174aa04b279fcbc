import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { describe, expect, it } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { TenantKeys } from '../../../src/core/privacy/keys/tenant-keys.js';
import { Clock } from '../../../src/core/time/clock.js';
import { ContactErasure } from '../../../src/features/campaigns/erasure/contact-erasure.service.js';
import { useTestApp } from '../../support/app.js';
import { inStore } from '../../support/databases.js';
import { atDepth, SEED } from '../../support/depth.js';
import { perSuite } from '../../support/frames.js';
import { chance } from '../../support/random-calls.js';
import { numbers, RuntimeFixture } from '../dispatch/dispatching.js';
import { FAULTS } from '../campaigns/campaign-faults.js';

const STEPS = atDepth({ ordinary: 80, full: 400 });
/** Each lane always has a step in progress, and usually one of them is an erasure. */
const LANES = 4;
/** Few enough that all steps meet on the first person. */
const PEOPLE = numbers(5);

const STEP_KINDS = [
  'erase',
  'erase',
  'import',
  'import',
  'take',
  'take',
  'run',
  'pause',
  'resume',
  'validate',
  'suppress',
  'cancel',
] as const;
const DISPOSITIONS = ['no_answer', 'busy', 'answered', 'carrier_failed', 'direct_opt_out'] as const;

// Faults that must never exist, not even in the middle of an erasure: counts that differ from a
// recount, and callable contacts of erased persons.
const WRONG = `
  SELECT fault, detail FROM (${FAULTS}) faults WHERE fault = 'count'
  UNION ALL
  SELECT 'suppressed and callable', c.contact_id::text
    FROM campaign_contacts c
    JOIN campaigns g USING (client_id, data_env, campaign_id)
    JOIN suppressions s USING (client_id, data_env, phone_hash)
   WHERE c.campaign_id = $1 AND c.is_callable AND (s.project_id IS NULL OR s.project_id = g.project_id)
     AND c.status NOT IN ('completed', 'failed', 'suppressed', 'cancelled', 'expired')
  UNION ALL
  SELECT 'erased and not closed', status FROM campaign_contacts
   WHERE campaign_id = $1 AND phone_encrypted = ''
     AND status NOT IN ('completed', 'failed', 'suppressed', 'cancelled', 'expired')
  UNION ALL
  SELECT 'erased in part', contact_id::text FROM campaign_contacts
   WHERE campaign_id = $1 AND (phone_encrypted = '') IS DISTINCT FROM (masked_phone = '***')`;

// Fails if an erasure locks contacts before their campaign, or closes them without updating the
// counts, or if a report or a validation reopens an erased one.
describe('erasures of contacts beside all that changes them', () => {
  const test = useTestApp();
  const runtime = perSuite(() => RuntimeFixture.open(test, test.app.get(Clock)));

  const campaigns: string[] = [];
  const wrong: unknown[] = [];
  let erased = 0;

  const erase = async (): Promise<void> => {
    const { tenant } = runtime.desk;
    const auth = systemContext(tenant, 'worker');
    const erasure = test.app.get(ContactErasure, { strict: false });
    const keys = await test.app.get(TenantKeys).all(tenant, 'matching');
    const order = {
      erasureId: randomUUID(),
      hashes: erasure.hashesOf(keys, PEOPLE[0]!),
      before: new Date(),
    };
    await erasure.run(auth, order, 10_000);
    const result = await erasure.result(auth, order);
    erased += result!.erased;
    await erasure.close(auth, order);
  };

  const note = (action: string, { status, text }: { status: number; text: string }): void => {
    // In another state, in a campaign that others keep changing, or without a slot.
    if (status >= 300 && ![409, 422, 429].includes(status)) wrong.push([action, status, text]);
  };

  const imported = (campaignId: string, below: (n: number) => number): Promise<Response> => {
    const contacts = PEOPLE.map((number, at) => ({
      to_number: number,
      external_contact_id: `c.${at}.${below(3)}`,
      ...(below(2) === 0 && { first_name: `Ann ${below(9)}` }),
    }));
    const body = { source_id: 'model', batch_id: 'model', contacts };
    return runtime.desk.send('post', `/${campaignId}/contacts/import-json`, { body }).then();
  };
  /** Creates a campaign that contains the person. */
  const made = async (): Promise<string> => {
    const { campaign_id: campaignId } = await runtime.desk.made();
    note('first import', await imported(campaignId, () => 0));
    return campaignId;
  };

  async function takeAndReport(below: (n: number) => number): Promise<void> {
    const response = await runtime.take({ max: 3 });
    note('take', response);
    if (response.status !== 200) return;
    for (const { dispatch_id: id } of (response.body as { leases: { dispatch_id: string }[] }).leases) {
      note('report', await runtime.report(id, { sequence: 1, state: 'in_call' }));
      note('report', await runtime.end(id, DISPOSITIONS[below(DISPOSITIONS.length)]!));
    }
  }

  async function step(campaignId: string, below: (n: number) => number): Promise<void> {
    const { desk } = runtime;
    const action = STEP_KINDS[below(STEP_KINDS.length)]!;
    switch (action) {
      case 'erase':
        return erase();
      case 'take':
        return takeAndReport(below);
      case 'import':
        return note(action, await imported(campaignId, below));
      case 'suppress': {
        const body = {
          to_number: PEOPLE[1 + below(2)],
          reason: 'manual',
          source: 'model',
          client_wide: true,
        };
        return note(action, await desk.send('post', '/suppressions', { body }));
      }
      case 'cancel': {
        if (below(6) > 0) return;
        note(action, await desk.send('post', `/${campaignId}/cancel`));
        campaigns.splice(campaigns.indexOf(campaignId), 1, await made());
        return;
      }
      default:
        return note(action, await desk.send('post', `/${campaignId}/${action}`));
    }
  }

  async function lane(place: number, counter: { taken: number }): Promise<void> {
    const random = chance(SEED + place);
    const below = (n: number): number => Math.floor(random() * n);
    while (counter.taken < STEPS && wrong.length === 0) {
      counter.taken += 1;
      const campaignId = campaigns[below(campaigns.length)]!;
      await step(campaignId, below);
      wrong.push(...(await inStore(test, WRONG, [campaignId, '[]'])));
    }
  }

  // caller-requests 11.2, 12.1, 12.2, 12.3; campaigns 2.3, 3.10
  it(
    'keep counts as a recount has them, leave nobody half erased, and count each contact once',
    async () => {
      for (let at = 0; at < 2; at += 1) campaigns.push(await made());
      const counter = { taken: 0 };
      await Promise.all(Array.from({ length: LANES }, (_, place) => lane(place, counter)));
      expect(wrong, `seed ${SEED}`).toEqual([]);
      await erase();
      const [left] = await inStore(
        test,
        `SELECT count(*) FILTER (WHERE phone_encrypted = '')::integer AS erased,
                count(*) FILTER (WHERE phone_encrypted <> '' AND external_contact_id LIKE 'c.0.%'
                                   AND status NOT IN ('dialing', 'in_call'))::integer AS kept
           FROM campaign_contacts`,
      );
      expect(left, `seed ${SEED}`).toEqual({ erased, kept: 0 });
      expect(erased).toBeGreaterThan(0);
    },
    atDepth({ ordinary: 240_000, full: 300_000 }),
  );
});
