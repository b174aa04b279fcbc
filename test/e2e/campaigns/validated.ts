import { NOT_CALLABLE_REASONS } from '../../../src/features/campaigns/rules/statuses.js';

/** The policy of a telemarketing campaign that requires every check and discloses its caller. */
export const COMPLIANCE = {
  registry_wash_required: true,
  registry_wash_max_age_days: 30,
  consent_required: true,
  prevent_after_hours: true,
  check_public_holiday: true,
  recipient_timezone_aware: true,
  cli_return_number: '+61491570156',
  cli_employer_name: 'Example Energy',
  cli_authorizer_name: 'Example Group',
  cli_call_purpose: 'Offers',
};

/**
 * Codes for a campaign, its project and its capacity, and codes for contacts, as the contract lists
 * them.
 */
export const CODES = [
  ...['no_contacts', 'schedule_window_passed', 'project_not_published', 'project_archived'],
  ...[
    'registry_wash_missing',
    'registry_wash_stale',
    'registry_wash_expired',
    'registry_wash_count_mismatch',
  ],
  ...['cli_return_number_missing', 'cli_employer_name_missing', 'cli_authorizer_name_missing'],
  ...['cli_call_purpose_missing', 'project_not_deployed', 'outbound_runtime_incomplete'],
  ...['outbound_compliance_blocking', 'outbound_capacity_not_configured', 'capacity_exhausted'],
  ...NOT_CALLABLE_REASONS,
];
