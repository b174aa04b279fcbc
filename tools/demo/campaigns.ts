import { mobileNumber } from './fictitious-numbers.ts';

/** Sends one request of the client's partner_admin and gives its answer. */
type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

interface DemoCampaign {
  readonly body: { readonly name: string } & Readonly<Record<string, unknown>>;
  /** How many contacts are imported. */
  readonly contacts: number;
  /** Whether their numbers were held against the register. */
  readonly isWashed: boolean;
}

/** A campaign as it is answered. */
interface Made {
  readonly campaign_id: string;
  readonly name: string;
  readonly counts: { readonly total: number };
}

const PATH = '/v1/outbound-campaigns';
const DAY_MS = 86_400_000;

const POLICIES = {
  timezone: 'Australia/Sydney',
  retry_policy: {
    enabled: true,
    max_attempts: 2,
    backoff_base_seconds: 3600,
    backoff_strategy: 'exponential',
  },
  voicemail_policy: {
    detection_enabled: true,
    on_voicemail: 'hangup',
    on_ivr: 'hangup',
    on_silence: 'retry',
    on_unknown: 'proceed',
  },
  personalization: { required_keys: ['clinic'], allowed_keys: ['clinic', 'due_month'] },
} as const;

const COMPLIANCE = {
  registry_wash_required: true,
  registry_wash_max_age_days: 30,
  consent_required: true,
  prevent_after_hours: true,
  check_public_holiday: true,
  recipient_timezone_aware: true,
  cli_return_number: '+61255501234',
  cli_employer_name: 'Acme Dental Group',
  cli_authorizer_name: 'Practice manager',
  cli_call_purpose: 'A reminder of the practice',
} as const;

/** One that is being made, one that may be launched, and one that may not: its numbers were never washed. */
const CAMPAIGNS: readonly DemoCampaign[] = [
  {
    body: {
      ...POLICIES,
      name: 'Check-up recall',
      description: 'Patients who are due for a check-up.',
      campaign_call_type: 'service',
      priority: 50,
      compliance: { ...COMPLIANCE, registry_wash_required: false, consent_required: false },
    },
    contacts: 0,
    isWashed: false,
  },
  {
    body: {
      ...POLICIES,
      name: 'Appointment reminder',
      campaign_call_type: 'service',
      priority: 80,
      // Whatever the hour of the start is: it stays ready.
      compliance: { ...COMPLIANCE, prevent_after_hours: false, check_public_holiday: false },
    },
    contacts: 12,
    isWashed: true,
  },
  {
    body: {
      ...POLICIES,
      name: 'Whitening offer',
      campaign_type: 'batch',
      campaign_call_type: 'telemarketing',
      priority: 20,
      compliance: { ...COMPLIANCE, cli_call_purpose: 'An offer of the practice' },
    },
    contacts: 8,
    isWashed: false,
  },
];

/**
 * Makes the campaigns of the demo by the same requests as anyone would send, each where there is none of its name yet;
 * one that has its contacts is left alone.
 * @throws Error naming the request that was refused
 */
export async function demoCampaigns(ask: Ask, projectId: string, now: Date): Promise<void> {
  const { items } = await ask('GET', `${PATH}?page_size=100&project_id=${projectId}`);
  const there = items as readonly Made[];
  for (const { body, contacts, isWashed } of CAMPAIGNS) {
    const found = there.find(({ name }) => name === body.name);
    if (found && (contacts === 0 || found.counts.total > 0)) continue;
    const made = found ?? ((await ask('POST', PATH, { project_id: projectId, ...body })) as unknown as Made);
    if (contacts === 0) continue;
    const path = `${PATH}/${made.campaign_id}`;
    await ask('POST', `${path}/contacts/import-json`, importOf(contacts, isWashed, now));
    if (isWashed) await ask('POST', `${path}/registry-wash-records`, washOf(contacts, now));
    await ask('POST', `${path}/validate`);
  }
}

const daysFrom = (now: Date, days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString();

const importOf = (contacts: number, isWashed: boolean, now: Date): object => ({
  source_id: 'demo',
  batch_id: 'first',
  contacts: Array.from({ length: contacts }, (_, index) => ({
    to_number: mobileNumber(index),
    external_contact_id: `patient-${index + 1}`,
    recipient_timezone: 'Australia/Sydney',
    recipient_country: 'AU',
    recipient_subdivision: 'AU-NSW',
    ...(isWashed && {
      registry_status: 'not_listed',
      registry_checked_at_utc: daysFrom(now, -1),
      registry_valid_until_utc: daysFrom(now, 29),
    }),
    consent_type: 'express',
    consent_source: 'web_form',
    consent_given_at_utc: daysFrom(now, -14),
    consent_evidence_reference: `form-${index + 1}`,
    clinic: index % 2 === 0 ? 'Newtown' : 'Parramatta',
  })),
});

const washOf = (contacts: number, now: Date): object => ({
  jurisdiction: 'AU',
  registry_type: 'dncr',
  wash_channel: 'web_upload',
  transaction_id: 'demo-wash-1',
  numbers_submitted: contacts,
  numbers_on_register: 0,
  numbers_not_on_register: contacts,
  numbers_invalid: 0,
  credits_charged: contacts,
  washed_at_utc: daysFrom(now, -1),
  valid_until_utc: daysFrom(now, 29),
});
