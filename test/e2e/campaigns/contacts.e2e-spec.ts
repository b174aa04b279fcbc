import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { aNumber, PlantedCampaigns } from './planted-campaigns.js';

const NOW = '2026-11-22T00:00:00.000Z';
const at = (minutes: number): Date => new Date(Date.parse(NOW) + minutes * 60_000);

interface Listed {
  readonly items: Record<string, unknown>[];
  readonly pagination: Record<string, number>;
}

describe('GET /v1/outbound-campaigns/{campaign_id}/contacts', () => {
  const test = useSharedApp({ clock: new TestClock(new Date(NOW)) });
  let campaignId: string;

  const desk = perTest(() => PlantedCampaigns.open(test));
  beforeEach(async () => {
    campaignId = await desk.campaign();
  });

  const listed = async (query: object = {}): Promise<Listed> =>
    (await desk.get(`/${campaignId}/contacts`, query).expect(200)).body as Listed;
  const found = async (query: object): Promise<unknown[]> => {
    const { items, pagination } = await listed(query);
    expect(pagination['total']).toBe(items.length);
    return items.map((item) => item['external_contact_id']);
  };

  // campaigns 3.4, 3.5
  it('answers masked contacts with the allowed keys of the campaign', async () => {
    const contactId = await desk.contact(campaignId, aNumber(156), {
      external_contact_id: 'a-1',
      registry_status: 'not_listed',
      registry_checked_at: at(-60),
      registry_valid_until: at(60),
      consent_type: 'express',
      consent_source: 'web_form',
      consent_given_at: at(-90),
      exemption_type: 'charity',
      exemption_verified: false,
      created_at: at(-30),
      updated_at: at(-20),
    });
    expect(await listed()).toEqual({
      items: [
        {
          contact_id: contactId,
          external_contact_id: 'a-1',
          masked_phone: '+61 *** *** 156',
          personalization_keys: ['first_name', 'clinic'],
          status: 'pending',
          is_callable: true,
          not_callable_reason: null,
          registry_status: 'not_listed',
          registry_checked_at_utc: at(-60).toISOString(),
          registry_valid_until_utc: at(60).toISOString(),
          registry_wash_record_id: null,
          consent_type: 'express',
          consent_source: 'web_form',
          consent_given_at_utc: at(-90).toISOString(),
          consent_expires_at_utc: null,
          consent_withdrawn_at_utc: null,
          exemption_type: 'charity',
          exemption_verified: false,
          attempt_count: 0,
          last_attempt_at_utc: null,
          next_attempt_at_utc: null,
          last_disposition: null,
          last_call_id: null,
          created_at_utc: at(-30).toISOString(),
          updated_at_utc: at(-20).toISOString(),
        },
      ],
      pagination: { page: 1, page_size: 50, total: 1, total_pages: 1 },
    });
  });

  // campaigns 3.1
  it('knows these statuses of a contact, and no others', async () => {
    for (const status of [
      ...['pending', 'pending_dispatch', 'queued', 'dialing', 'in_call', 'retry_scheduled'],
      ...['completed', 'failed', 'suppressed', 'cancelled', 'expired'],
    ]) {
      const id = `is-${status}`;
      await desk.contact(campaignId, aNumber(156), { external_contact_id: id, status });
      expect(await found({ status })).toEqual([id]);
    }
    await desk.get(`/${campaignId}/contacts`, { status: 'done' }).expect(400);
  });

  describe('of several', () => {
    beforeEach(async () => {
      const retry = { status: 'retry_scheduled', attempt_count: 1 };
      const rows: [string | null, object][] = [
        ['b', { created_at: at(1), updated_at: at(9) }],
        ['a', { created_at: at(2), updated_at: at(3), not_callable_reason: 'dnc' }],
        [
          'd',
          {
            ...retry,
            created_at: at(3),
            updated_at: at(4),
            next_attempt_at: at(0),
            last_disposition: 'busy',
          },
        ],
        [
          'c',
          {
            ...retry,
            created_at: at(4),
            updated_at: at(5),
            next_attempt_at: at(0.001),
            last_disposition: 'no_answer',
          },
        ],
        [
          null,
          {
            status: 'completed',
            created_at: at(5),
            updated_at: at(6),
            last_disposition: 'busy',
            next_attempt_at: at(-1),
            not_callable_reason: 'campaign_closed',
          },
        ],
      ];
      for (const [place, [id, columns]] of rows.entries()) {
        await desk.contact(campaignId, aNumber(place), { external_contact_id: id, ...columns });
      }
    });

    // campaigns 3.6
    it.each([
      [{}, ['b', 'a', 'd', 'c', null]],
      [{ sort_order: 'desc' }, [null, 'c', 'd', 'a', 'b']],
      [{ sort_order: 'up' }, [null, 'c', 'd', 'a', 'b']],
      [{ sort_by: 'phone_hash' }, ['b', 'a', 'd', 'c', null]],
      [{ sort_by: 'updated_at_utc' }, ['a', 'd', 'c', null, 'b']],
      [{ sort_by: 'external_contact_id' }, ['a', 'b', 'c', 'd', null]],
      [{ sort_by: 'external_contact_id', sort_order: 'desc' }, [null, 'd', 'c', 'b', 'a']],
    ])('sorts by %j', async (query, expected) => {
      expect(await found(query)).toEqual(expected);
    });

    // campaigns 3.6
    it('sorts by status', async () => {
      const { items } = await listed({ sort_by: 'status' });
      expect(items.map(({ status }) => status)).toEqual([
        'completed',
        'pending',
        'pending',
        'retry_scheduled',
        'retry_scheduled',
      ]);
    });

    // campaigns 3.7, 3.9
    it.each([
      [{ status: 'pending' }, ['b', 'a']],
      [{ status: 'expired' }, []],
      [{ disposition: 'busy' }, ['d', null]],
      [{ callable: 'true' }, ['b', 'd', 'c']],
      [{ callable: 'false' }, ['a', null]],
      [{ validation_code: 'dnc' }, ['a']],
      [{ retry_due: 'true' }, ['d']],
      [{ retry_due: 'false' }, ['b', 'a', 'd', 'c', null]],
      [{ external_contact_id: 'c' }, ['c']],
      [{ external_contact_id: 'C' }, []],
      [{ external_contact_id: 'c'.repeat(128) }, []],
      [{ status: 'retry_scheduled', disposition: 'busy' }, ['d']],
      [{ status: 'pending', callable: 'true' }, ['b']],
      [{ callable: 'true', validation_code: 'dnc' }, []],
      [{ retry_due: 'true', disposition: 'no_answer' }, []],
      [{ retry_due: 'true', status: 'pending' }, []],
    ])('finds by %j', async (query, expected) => {
      expect(await found(query)).toEqual(expected);
    });

    // campaigns 3.6, 3.9
    it('pages, and shows the true total after the last page', async () => {
      const first = await listed({ page_size: 2 });
      expect(first.items.map((item) => item['external_contact_id'])).toEqual(['b', 'a']);
      expect(first.pagination).toEqual({ page: 1, page_size: 2, total: 5, total_pages: 3 });
      expect((await listed({ page_size: 2, page: 3 })).items).toHaveLength(1);
      expect(await listed({ page_size: 2, page: 4, status: 'pending' })).toEqual({
        items: [],
        pagination: { page: 4, page_size: 2, total: 2, total_pages: 1 },
      });
    });
  });

  // campaigns 3.8
  it.each([
    [{ status: 'gone' }, 400],
    [{ disposition: 'happy' }, 400],
    [{ validation_code: 'none' }, 400],
    [{ callable: 'yes' }, 400],
    [{ retry_due: '1' }, 400],
    [{ page: 0 }, 422],
    [{ page_size: 0 }, 422],
    [{ page_size: 201 }, 422],
    [{ external_contact_id: '' }, 422],
    [{ external_contact_id: 'c'.repeat(129) }, 422],
  ])('refuses %j with %i', async (query, status) => {
    await desk.get(`/${campaignId}/contacts`, query).expect(status);
  });
});
