import type {
  CampaignDetail,
  ContactItem,
  ListCampaignContactsData,
  ListOutboundCampaignsData,
} from '../../api/generated';

export type Campaign = CampaignDetail;
export type CampaignStatus = Campaign['status'];
export type ContactStatus = ContactItem['status'];

type ListQuery = NonNullable<ListOutboundCampaignsData['query']>;

/** Every value of the API: a missing or unknown one is a type error. */
export const every = <Value extends string>(values: Readonly<Record<Value, true>>): readonly Value[] =>
  Object.keys(values) as Value[];

export const CAMPAIGN_STATUSES = every<CampaignStatus>({
  draft: true,
  scheduled: true,
  running: true,
  paused: true,
  completed: true,
  cancelled: true,
  failed: true,
});

export const CALL_TYPES = every<Campaign['campaign_call_type']>({
  telemarketing: true,
  research: true,
  service: true,
});

export const LIST_SORTS = every<NonNullable<ListQuery['sort_by']>>({
  updated_at_utc: true,
  created_at_utc: true,
  name: true,
  status: true,
});

/** In the order of a contact's progress. */
export const CONTACT_STATUSES = every<ContactStatus>({
  pending: true,
  pending_dispatch: true,
  queued: true,
  dialing: true,
  in_call: true,
  retry_scheduled: true,
  completed: true,
  failed: true,
  suppressed: true,
  cancelled: true,
  expired: true,
});

/** The statuses that a campaign never leaves (campaigns 9.1). */
const OVER: readonly CampaignStatus[] = ['completed', 'cancelled', 'failed'];
export const isOver = (status: CampaignStatus): boolean => OVER.includes(status);

/** Whether it continues without a person's action. */
export const isUnderWay = (status: CampaignStatus): boolean => status !== 'draft' && !isOver(status);

/** Whether contacts can be imported in a status (campaigns 4.1). */
export const takesContacts = (status: CampaignStatus): boolean => status === 'draft' || status === 'paused';

/** Whether name, priority and schedule may be changed in a status (campaigns 2.8). */
export const canBeEdited = (status: CampaignStatus): boolean =>
  takesContacts(status) || status === 'scheduled';

/** The value with this text in an address; undefined if it is not offered. */
export const choiceOf = <Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined => values.find((value) => value === text);

type ContactsQuery = NonNullable<ListCampaignContactsData['query']>;

export const DISPOSITIONS = every<NonNullable<ContactsQuery['disposition']>>({
  answered: true,
  goal_completed: true,
  callback_requested: true,
  not_interested: true,
  voicemail_left: true,
  voicemail_no_message: true,
  ivr: true,
  silence: true,
  no_answer: true,
  busy: true,
  rejected: true,
  invalid_number: true,
  carrier_failed: true,
  system_failed: true,
  wrong_number: true,
  direct_opt_out: true,
  transferred: true,
});

/** Why a contact is not callable. */
export const REASONS = every<NonNullable<ContactsQuery['validation_code']>>({
  dnc: true,
  registry_listed: true,
  registry_missing: true,
  registry_stale: true,
  registry_expired: true,
  consent_missing: true,
  consent_expired: true,
  consent_withdrawn: true,
  consent_unverified: true,
  exemption_unverified: true,
  timezone_missing: true,
  timezone_invalid: true,
  location_missing: true,
  called_recently: true,
  after_hours: true,
  public_holiday: true,
  max_attempts_reached: true,
  number_repeated: true,
  invalid_number: true,
  campaign_closed: true,
});

export const CONTACT_SORTS = every<NonNullable<ContactsQuery['sort_by']>>({
  created_at_utc: true,
  updated_at_utc: true,
  status: true,
  external_contact_id: true,
});

export const TRUTHS = every<NonNullable<ContactsQuery['callable']>>({ true: true, false: true });
