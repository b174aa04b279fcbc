import {
  ContributesToExport,
  type ExportContribution,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

/** Webhooks of the tenant, without their secrets, and their deliveries. */
@ContributesToExport()
export class WebhooksExport implements ExportContribution {
  readonly files = [
    storedRows({
      name: 'webhooks',
      section: 'webhooks',
      store: 'metadata',
      about: 'A webhook of a project, without its secret.',
      columns: namesIn(`
        webhook_id project_id endpoint_url event_types transcript_to_send timeout_seconds
        retry_attempts retry_backoff_seconds is_enabled secret_rotated_at created_by created_at
        updated_by updated_at
      `),
      from: `FROM webhook_endpoints WHERE client_id = $1 AND data_env = $2 ORDER BY webhook_id`,
    }),
    storedRows({
      name: 'webhook_health',
      section: 'webhooks',
      store: 'tenant',
      about: 'How the receiver of a webhook has answered since it was switched on.',
      columns: namesIn(`
        webhook_id consecutive_failures failing_since degraded_at disabled_at disabled_reason
        last_success_at last_failure_at
      `),
      from: `FROM webhook_health WHERE client_id = $1 AND data_env = $2 ORDER BY webhook_id`,
    }),
    storedRows({
      name: 'webhook_deliveries',
      section: 'webhooks',
      store: 'tenant',
      about: 'A delivery of the last 30 days, without its body.',
      columns: namesIn(`
        delivery_id webhook_id project_id call_id event_id event_type sequence occurred_at is_test
        redelivery_of status attempt_count max_attempts created_at first_attempt_at
        last_attempt_at response_status_code duration_ms failure_code endpoint_host
        transcript_mode
      `),
      from: `FROM webhook_deliveries WHERE client_id = $1 AND data_env = $2 ORDER BY created_at, delivery_id`,
    }),
  ];
}
