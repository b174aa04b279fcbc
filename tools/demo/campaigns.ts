import { landlineNumber, mobileNumber } from './fictitious-numbers.ts';

/** Sends one request as the client's partner_admin and returns the response. */
export type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

export interface DemoCampaign {
  readonly body: { readonly name: string } & Readonly<Record<string, unknown>>;
  /** The number of contacts to import. */
  readonly contacts: number;
  /** The number of the contact at a position. */
  readonly numberOf: (position: number) => string;
  /** Whether to record a check of their numbers against the register. */
  readonly isWashed: boolean;
  /** Actions after its contacts have been imported. */
  readonly then: readonly ('run' | 'pause')[];
  /**
   * If fewer contacts than this are left to call, a start creates another campaign like it.
   * Omitted: there is only one.
   */
  readonly followedBelow?: number;
}

interface Made {
  readonly campaign_id: string;
  readonly name: string;
  readonly status: string;
  readonly counts: { readonly total: number; readonly callable: number };
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

/** The campaign can be launched at any hour of the start. */
const AT_ANY_HOUR = { ...COMPLIANCE, prevent_after_hours: false, check_public_holiday: false } as const;

/**
 * Three campaigns: the sandbox runtime works through the first, a person has paused the second, and
 * the third may not be launched because its numbers were never washed.
 */
export const CAMPAIGNS: readonly DemoCampaign[] = [
  {
    body: {
      ...POLICIES,
      name: 'Appointment reminder',
      campaign_call_type: 'service',
      priority: 80,
      // Otherwise a platform that was off for a month would find its campaign paused.
      compliance: { ...AT_ANY_HOUR, registry_wash_required: false },
    },
    // At one call every half minute, with some retries, enough for two hours.
    contacts: 200,
    numberOf: (position) => landlineNumber('3', position),
    isWashed: true,
    then: ['run'],
    // In seconds: an hour.
    followedBelow: 110,
  },
  {
    body: {
      ...POLICIES,
      name: 'Check-up recall',
      description: 'Patients who are due for a check-up.',
      campaign_call_type: 'service',
      priority: 50,
      compliance: { ...AT_ANY_HOUR, registry_wash_required: false },
    },
    contacts: 6,
    numberOf: mobileNumber,
    isWashed: false,
    then: ['run', 'pause'],
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
    numberOf: mobileNumber,
    isWashed: false,
    then: [],
  },
];

/** Ready to run at any hour: the sandbox runtime calls its contacts, and some of them twice. */
export const REHEARSAL: DemoCampaign = {
  body: {
    ...POLICIES,
    name: 'Check-up rehearsal',
    description: 'Called by the sandbox runtime alone.',
    campaign_type: 'batch',
    campaign_call_type: 'service',
    priority: 50,
    retry_policy: { enabled: true, max_attempts: 1, backoff_base_seconds: 2, backoff_strategy: 'constant' },
    compliance: AT_ANY_HOUR,
  },
  contacts: 200,
  numberOf: (position) => landlineNumber('2', position),
  isWashed: true,
  then: [],
};

/**
 * Creates the campaigns of the demo with ordinary requests: each one whose name does not exist,
 * that a start left incomplete, or whose newest one is nearly finished. It keeps later changes by
 * people.
 * @throws Error naming the request that was refused
 */
export async function demoCampaigns(
  ask: Ask,
  projectId: string,
  now: Date,
  campaigns: readonly DemoCampaign[] = CAMPAIGNS,
): Promise<void> {
  const newestFirst = 'page_size=100&sort_by=created_at_utc&sort_order=desc';
  const { items } = await ask('GET', `${PATH}?${newestFirst}&project_id=${projectId}`);
  for (const campaign of campaigns) {
    const found = (items as readonly Made[]).find(({ name }) => name === campaign.body.name);
    if (found && isDone(found, campaign)) continue;
    const body = { project_id: projectId, ...campaign.body };
    const isUnfinished = found?.status === 'draft';
    const { campaign_id: id } = isUnfinished ? found : ((await ask('POST', PATH, body)) as unknown as Made);
    await fill(ask, `${PATH}/${id}`, campaign, now);
  }
}

// A campaign never becomes a draft again: an unexpected draft comes from an interrupted start.
function isDone({ status, counts }: Made, { then, followedBelow = 0 }: DemoCampaign): boolean {
  if (status === 'draft') return then.length === 0 && counts.total > 0;
  return !['running', 'completed'].includes(status) || counts.callable >= followedBelow;
}

async function fill(ask: Ask, path: string, campaign: DemoCampaign, now: Date): Promise<void> {
  const { contacts, isWashed, then } = campaign;
  await ask('POST', `${path}/contacts/import-json`, importOf(campaign, now));
  if (isWashed) await ask('POST', `${path}/registry-wash-records`, washOf(contacts, now));
  await ask('POST', `${path}/validate`);
  for (const action of then) {
    // If something prevents its launch, the campaign stays a draft, which cannot be paused.
    const { status } = await ask('POST', `${path}/${action}`);
    if (status === 'draft') return;
  }
}

const daysFrom = (now: Date, days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString();

const importOf = ({ contacts, numberOf, isWashed }: DemoCampaign, now: Date): object => ({
  source_id: 'demo',
  batch_id: 'first',
  contacts: Array.from({ length: contacts }, (_, index) => ({
    to_number: numberOf(index),
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
