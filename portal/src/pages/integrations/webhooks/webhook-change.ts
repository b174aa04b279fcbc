import type { WebhookRecord } from '../../../api/generated';

/** The last change of a webhook that its record shows. */
export function changeOfWebhook(row: WebhookRecord): 'added' | 'secretRotated' | 'configuration' {
  if (row.updated_at_utc === row.created_at_utc) return 'added';
  return row.updated_at_utc === row.secret_last_rotated_at_utc ? 'secretRotated' : 'configuration';
}
