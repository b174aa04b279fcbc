import { describe, expect, it } from 'vitest';
import { A_CAMPAIGN, aCampaignFixture, faultsOf } from '../../support/campaigns.js';
import { perSuite } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';

describe('a body that makes no campaign', () => {
  const test = useSharedApp();
  const desk = perSuite(() => aCampaignFixture(test));

  const without = (field: string): object => ({ [field]: undefined });
  const nested = (field: keyof typeof A_CAMPAIGN, change: object): object => ({
    [field]: { ...(A_CAMPAIGN[field] as object), ...change },
  });
  const key = (count: number): string[] => Array.from({ length: count }, (_, index) => `key_${index}`);

  // campaigns 1.3, 1.4, 1.5, 1.6, 1.7 and 1.8
  it.each<[string, object, string, string]>([
    ['no project', without('project_id'), 'body.project_id', 'missing'],
    ['no name', without('name'), 'body.name', 'missing'],
    ['a blank name', { name: ' \u00a0' }, 'body.name', 'matches'],
    ['an empty name', { name: '' }, 'body.name', 'matches'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'body.name', 'matches'],
    ['a description of 4001', { description: 'x'.repeat(4001) }, 'body.description', 'matches'],
    ['a type that is none', { campaign_type: 'blast' }, 'body.campaign_type', 'is_in'],
    ['a type that is null', { campaign_type: null }, 'body.campaign_type', 'is_in'],
    ['no call type', without('campaign_call_type'), 'body.campaign_call_type', 'missing'],
    ['a call type that is none', { campaign_call_type: 'sales' }, 'body.campaign_call_type', 'is_in'],
    ['no priority', without('priority'), 'body.priority', 'missing'],
    ['priority 0', { priority: 0 }, 'body.priority', 'min'],
    ['priority 101', { priority: 101 }, 'body.priority', 'max'],
    ['priority 1.5', { priority: 1.5 }, 'body.priority', 'is_int'],
    ['priority as text', { priority: '5' }, 'body.priority', 'is_int'],
    ['no zone', without('timezone'), 'body.timezone', 'missing'],
    ['a zone that is none', { timezone: 'Sydney' }, 'body.timezone', 'timezone_invalid'],
    ['an offset for a zone', { timezone: '+10:00' }, 'body.timezone', 'timezone_invalid'],
    [
      'a start without a zone',
      { schedule_start_at_utc: '2026-12-01T09:00:00' },
      'body.schedule_start_at_utc',
      'instant_invalid',
    ],
    [
      'an end before the start',
      { schedule_start_at_utc: '2026-12-01T00:00:00Z', schedule_end_at_utc: '2026-11-30T00:00:00Z' },
      'body.schedule_end_at_utc',
      'schedule_order',
    ],
    [
      'an end at the start',
      { schedule_start_at_utc: '2026-12-01T00:00:00Z', schedule_end_at_utc: '2026-12-01T11:00:00+11:00' },
      'body.schedule_end_at_utc',
      'schedule_order',
    ],
    ['no retry policy', without('retry_policy'), 'body.retry_policy', 'missing'],
    ['a retry policy that is a list', { retry_policy: [] }, 'body.retry_policy', 'is_object'],
    ['21 attempts', nested('retry_policy', { max_attempts: 21 }), 'body.retry_policy.max_attempts', 'max'],
    ['-1 attempts', nested('retry_policy', { max_attempts: -1 }), 'body.retry_policy.max_attempts', 'min'],
    [
      'a pause of 604801 seconds',
      nested('retry_policy', { backoff_base_seconds: 604_801 }),
      'body.retry_policy.backoff_base_seconds',
      'max',
    ],
    [
      'a strategy that is none',
      nested('retry_policy', { backoff_strategy: 'random' }),
      'body.retry_policy.backoff_strategy',
      'is_in',
    ],
    [
      'enabled as text',
      nested('retry_policy', { enabled: 'true' }),
      'body.retry_policy.enabled',
      'is_boolean',
    ],
    [
      'a null for an option',
      nested('retry_policy', { retry_on_busy: null }),
      'body.retry_policy.retry_on_busy',
      'is_boolean',
    ],
    [
      'a field that no retry policy has',
      nested('retry_policy', { retry_on_rejected: true }),
      'body.retry_policy.retry_on_rejected',
      'extra_forbidden',
    ],
    ['no voicemail policy', without('voicemail_policy'), 'body.voicemail_policy', 'missing'],
    ...(['on_voicemail', 'on_ivr', 'on_silence', 'on_unknown'] as const).map(
      (field): [string, object, string, string] => [
        `${field} that is none`,
        nested('voicemail_policy', { [field]: 'transfer' }),
        `body.voicemail_policy.${field}`,
        'is_in',
      ],
    ),
    [
      'an older key of voicemail',
      nested('voicemail_policy', { voicemail_detection_enabled: true }),
      'body.voicemail_policy.voicemail_detection_enabled',
      'extra_forbidden',
    ],
    ['an older key beside', { voicemail_handling: 'hangup' }, 'body.voicemail_handling', 'extra_forbidden'],
    ['no personalization', without('personalization'), 'body.personalization', 'missing'],
    [
      'a required key that is not allowed',
      { personalization: { required_keys: ['clinic', 'age'], allowed_keys: ['clinic'] } },
      'body.personalization.required_keys',
      'keys_not_allowed',
    ],
    [
      'a key of 65 characters',
      { personalization: { required_keys: [], allowed_keys: ['x'.repeat(65)] } },
      'body.personalization.allowed_keys',
      'matches',
    ],
    [
      'a key with a blank',
      { personalization: { required_keys: [], allowed_keys: ['first name'] } },
      'body.personalization.allowed_keys',
      'matches',
    ],
    [
      'a key that is a column',
      { personalization: { required_keys: [], allowed_keys: ['to_number'] } },
      'body.personalization.allowed_keys',
      'key_taken',
    ],
    [
      'a key that is a column in another case',
      { personalization: { required_keys: [], allowed_keys: ['Consent_Withdrawn_At_Utc'] } },
      'body.personalization.allowed_keys',
      'key_taken',
    ],
    [
      'a key that is no text',
      { personalization: { required_keys: [], allowed_keys: [7] } },
      'body.personalization.allowed_keys',
      'matches',
    ],
    [
      'a key by birth',
      { personalization: { required_keys: [], allowed_keys: ['constructor'] } },
      'body.personalization.allowed_keys',
      'key_taken',
    ],
    [
      'a key twice',
      { personalization: { required_keys: [], allowed_keys: ['clinic', 'clinic'] } },
      'body.personalization.allowed_keys',
      'array_unique',
    ],
    [
      '51 keys',
      { personalization: { required_keys: [], allowed_keys: key(51) } },
      'body.personalization.allowed_keys',
      'array_max_size',
    ],
    ['no compliance', without('compliance'), 'body.compliance', 'missing'],
    [
      'a wash of 0 days',
      nested('compliance', { registry_wash_max_age_days: 0 }),
      'body.compliance.registry_wash_max_age_days',
      'min',
    ],
    [
      'a wash of 366 days',
      nested('compliance', { registry_wash_max_age_days: 366 }),
      'body.compliance.registry_wash_max_age_days',
      'max',
    ],
    [
      'no word on consent',
      nested('compliance', { consent_required: undefined }),
      'body.compliance.consent_required',
      'missing',
    ],
    [
      'a return number that is not E.164',
      nested('compliance', { cli_return_number: '02 5550 1234' }),
      'body.compliance.cli_return_number',
      'matches',
    ],
    [
      'a field that no compliance has',
      nested('compliance', { region: 'AU' }),
      'body.compliance.region',
      'extra_forbidden',
    ],
    ['another client', { client_id: 'client-1' }, 'body.client_id', 'extra_forbidden'],
    ['another environment', { data_env: 'dev' }, 'body.data_env', 'extra_forbidden'],
    ['a status', { status: 'running' }, 'body.status', 'extra_forbidden'],
  ])('is refused with %s', async (_name, fields, place, type) => {
    const refused = await desk.create(fields).expect(422);
    expect(faultsOf(refused)).toEqual([[place, type]]);
  });
});
