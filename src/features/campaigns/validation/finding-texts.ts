import { PROJECT_MESSAGES } from '../rules/eligibility/runtime-gap.policy.js';
import type { WashState } from '../rules/eligibility/wash-state.policy.js';
import type { ContactCode } from './contact-tally.policy.js';
import type { FindingScope } from '../detail/campaign-validation.response.js';

/**
 * The texts of a finding in addition to its code: the field that resolves it, and the next step.
 */
export interface FindingText {
  readonly scope: FindingScope;
  readonly field: string | null;
  readonly message: string;
}

const text = (scope: FindingScope, field: string | null, message: string): FindingText => ({
  scope,
  field,
  message,
});
const contact = (field: string | null, message: string): FindingText => text('contact', field, message);
const campaign = (field: string | null, message: string): FindingText => text('campaign', field, message);
const project = (message: string): FindingText => text('project', 'project_id', message);

/** The texts about contacts, which follow their number. */
export const CONTACT_TEXTS: Readonly<Record<ContactCode, FindingText>> = {
  dnc: contact(null, 'have opted out and will not be called.'),
  campaign_closed: contact(null, 'are in a campaign that has ended and will not be called.'),
  number_repeated: contact(
    'to_number',
    'have the number of another contact of the campaign and will not be called. Create the campaign with ' +
      'allow_repeated_numbers to call each of them.',
  ),
  invalid_number: contact('to_number', 'have a number that cannot be called.'),
  max_attempts_reached: contact(
    'max_attempts',
    'have reached their maximum number of attempts and will not be called again.',
  ),
  registry_listed: contact(
    'registry_status',
    'are on the register. Remove them, or import a verified exemption.',
  ),
  registry_missing: contact(
    'registry_status',
    'have no registry status with the time of its check and its end. Wash them and import the results.',
  ),
  registry_stale: contact('registry_checked_at_utc', 'were washed too long ago. Wash them again.'),
  registry_expired: contact('registry_valid_until_utc', 'have a wash that has expired. Wash them again.'),
  consent_missing: contact(
    'consent_type',
    'have not consented. Import their consent or a verified exemption.',
  ),
  consent_expired: contact('consent_expires_at_utc', 'have consent that has expired. Import newer consent.'),
  consent_withdrawn: contact('consent_withdrawn_at_utc', 'have withdrawn their consent. Remove them.'),
  consent_unverified: contact(
    'consent_evidence_reference',
    'have consent without evidence: a valid type, when it was given, and a source or a reference.',
  ),
  exemption_unverified: contact('exemption_verified', 'claim an exemption that is not verified.'),
  timezone_missing: contact(
    'recipient_timezone',
    'have no time zone. Import it, or a subdivision that determines it.',
  ),
  timezone_invalid: contact(
    'recipient_timezone',
    'have a time zone that is not an IANA name. Import the right one.',
  ),
  location_missing: contact('recipient_country', 'have no location. Import their country and subdivision.'),
  called_recently: contact(
    null,
    'were recently called by another campaign of the client. They wait for the end of the pause between ' +
      'campaigns (GET /v1/outbound-settings).',
  ),
  after_hours: contact('schedule_start_at_utc', 'may not be called at that hour of their local day.'),
  public_holiday: contact('schedule_start_at_utc', 'have a public holiday on that day.'),
  timezone_place_mismatch: contact(
    'recipient_timezone',
    'have a time zone outside their country or subdivision. They are called only when the clocks of ' +
      'both permit it. Import the right one.',
  ),
  state_holiday: contact(null, 'have a holiday of their state on that day.'),
  holiday_calendar_unknown: contact(
    'recipient_country',
    'are in a country whose public holidays are not known.',
  ),
  substitute_days_unknown: contact(
    null,
    'would be called in a year whose substitute holidays are not known yet.',
  ),
  schedule_ends_first: contact('schedule_end_at_utc', 'may not be called before the schedule ends.'),
};

/** The texts for a wash that is not valid. */
export const WASH_TEXTS: Readonly<
  Record<Exclude<WashState, 'valid'>, FindingText & { readonly code: string }>
> = {
  none: {
    code: 'registry_wash_missing',
    ...campaign('last_registry_wash_record_id', 'No registry wash is recorded. Record one.'),
  },
  stale: {
    code: 'registry_wash_stale',
    ...campaign('washed_at_utc', 'The registry wash is too old. Wash the numbers again and record it.'),
  },
  expired: {
    code: 'registry_wash_expired',
    ...campaign('valid_until_utc', 'The registry wash has expired. Wash the numbers again and record it.'),
  },
  count_mismatch: {
    code: 'registry_wash_count_mismatch',
    ...campaign(
      'numbers_submitted',
      'The registry wash covers a different number of contacts. Wash all of them.',
    ),
  },
};

export const CAMPAIGN_TEXTS = {
  campaign_closed: campaign(null, 'The campaign has ended. Create another one.'),
  no_contacts: campaign('contacts', 'The campaign has no contacts. Import some.'),
  schedule_window_passed: campaign(
    'schedule_end_at_utc',
    'The end of the schedule has passed. Set a later one.',
  ),
  project_missing: project(PROJECT_MESSAGES.project_missing),
  project_archived: project(PROJECT_MESSAGES.project_archived),
  outbound_runtime_incomplete: project(PROJECT_MESSAGES.outbound_runtime_incomplete),
  project_not_published: project(PROJECT_MESSAGES.project_not_published),
  project_not_deployed: project(PROJECT_MESSAGES.project_not_deployed),
  outbound_compliance_blocking: project(PROJECT_MESSAGES.outbound_compliance_blocking),
  outbound_compliance_unconfirmed: project(
    'The runtime has not confirmed yet that it uses the published compliance settings.',
  ),
  outbound_capacity_not_configured: text('capacity', null, PROJECT_MESSAGES.outbound_capacity_not_configured),
  usage_cap_reached: text(
    'capacity',
    null,
    'The usage of the client or the project has reached its cap. A client_admin of the client, or the ' +
      'operator of the platform, may raise that usage alert; otherwise wait for the next billing period.',
  ),
  capacity_exhausted: text(
    'capacity',
    null,
    'All capacity for outbound calls is in use. Calls start as capacity becomes free.',
  ),
} as const;
