import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';
import { SEALED } from '../../../core/privacy/keys/sealed-values.service.js';

const TENANT = 'WHERE client_id = $1 AND data_env = $2';

/** Campaigns with their contacts and the evidence of washes, and numbers that are not called. */
@ContributesToExport()
export class CampaignsExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'campaigns',
      section: 'campaigns',
      store: 'tenant',
      about:
        'A campaign: its settings, schedule and progress. The number that it shows and its authorizer are left out.',
      columns: namesIn(`
        campaign_id project_id name description campaign_type campaign_call_type priority timezone
        schedule_start_at schedule_end_at status status_reason status_changed_at retry_policy
        voicemail_policy personalization compliance allow_repeated_numbers project_version
        validation_status validated_at started_at completed_at created_by created_at updated_by updated_at
      `),
      // The sealed part of a policy is one field of its document.
      sql: { compliance: `compliance - '${SEALED}'` },
      from: `FROM campaigns ${TENANT} ORDER BY campaign_id`,
    }),
    storedRows({
      name: 'campaign_log',
      section: 'campaigns',
      store: 'tenant',
      about: 'A change of the status of a campaign.',
      columns: namesIn(
        'campaign_id entry_id occurred_at action from_status to_status reason actor_kind actor_id',
      ),
      from: `FROM campaign_log ${TENANT} ORDER BY campaign_id, entry_id`,
    }),
    storedRows({
      name: 'campaign_contacts',
      section: 'campaigns',
      store: 'tenant',
      about:
        'A contact of a campaign with the basis for calling it. Its number is masked; its personalization ' +
        'is left out.',
      columns: namesIn(`
        campaign_id contact_id external_contact_id masked_phone status is_callable
        not_callable_reason repeats_number call_type priority_override max_attempts
        recipient_timezone recipient_country recipient_subdivision registry_status
        registry_checked_at registry_valid_until registry_result_code registry_vendor
        registry_ruleset_id registry_wash_record_id consent_type consent_source consent_given_at
        consent_expires_at consent_withdrawn_at exemption_type exemption_verified attempt_count
        last_attempt_at next_attempt_at last_disposition last_call_id created_at updated_at
      `),
      from: `FROM campaign_contacts ${TENANT} ORDER BY campaign_id, contact_id`,
    }),
    storedRows({
      name: 'registry_wash_records',
      section: 'campaigns',
      store: 'tenant',
      about: 'Evidence that the numbers of a campaign were checked against a register.',
      columns: namesIn(`
        registry_wash_record_id campaign_id jurisdiction registry_type vendor ruleset_id
        transaction_id wash_file_name receipt_reference wash_channel numbers_submitted
        numbers_on_register numbers_not_on_register numbers_invalid credits_charged
        credits_remaining washed_at valid_until created_by created_at
      `),
      from: `FROM registry_wash_records ${TENANT} ORDER BY registry_wash_record_id`,
    }),
    storedRows({
      name: 'suppressions',
      section: 'suppressions',
      store: 'tenant',
      about: 'A number that is not called, masked: in one project, or in all of them.',
      columns: namesIn('suppression_id project_id masked_phone reason source created_by created_at'),
      from: `FROM suppressions ${TENANT} ORDER BY suppression_id`,
    }),
    storedRows({
      name: 'outbound_settings',
      section: 'settings',
      store: 'tenant',
      about: 'The hours between calls of different campaigns to one number.',
      columns: namesIn('hours_between_campaigns updated_by updated_at'),
      from: `FROM outbound_settings ${TENANT} AND revision > 0`,
    }),
  ];
}
