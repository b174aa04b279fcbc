import { createHmac, type KeyObject } from 'node:crypto';

export interface SignedAttempt {
  readonly deliveryId: string;
  readonly event: string;
  readonly webhookId: string;
  /** Unix time of the attempt, in whole seconds. */
  readonly second: number;
  /** The exact bytes sent. */
  readonly body: string | Buffer;
}

/** The headers of a delivery other than its content type, for the OpenAPI document (webhooks 5.1). */
export const DELIVERY_HEADERS = {
  'X-Service-Delivery-Id': 'The delivery; the same for all its retries.',
  'X-Service-Event': 'The event type.',
  'X-Service-Timestamp': 'The time of this attempt, in whole Unix seconds.',
  'X-Service-Endpoint-Id': 'The webhook.',
  'X-Service-Signature':
    '`t=<timestamp>,d=<delivery>,e=<event>,v1=<hmac_sha256_hex>`; a second `v1` during an overlap of secrets.',
  'X-Webhook-Signature-256': '`sha256=<hmac_sha256_hex>` of only the body; for older receivers.',
} as const;

/**
 * The headers of an attempt (webhooks 5.1 to 5.4). Each secret adds a `v1` over `t.d.e.body`; the
 * legacy header covers only the body, under the first secret.
 * @param secrets the current one first, then a previous one that has not ended
 */
export function deliveryHeaders(
  { deliveryId, event, webhookId, second, body }: SignedAttempt,
  secrets: readonly (string | KeyObject)[],
): Record<keyof typeof DELIVERY_HEADERS | 'Content-Type', string> {
  const head = `${second}.${deliveryId}.${event}.`;
  const signatures = secrets.map((secret) => `v1=${hmac(secret, head, body)}`);
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Service-Delivery-Id': deliveryId,
    'X-Service-Event': event,
    'X-Service-Timestamp': String(second),
    'X-Service-Endpoint-Id': webhookId,
    'X-Service-Signature': [`t=${second}`, `d=${deliveryId}`, `e=${event}`, ...signatures].join(','),
    'X-Webhook-Signature-256': `sha256=${hmac(secrets[0] ?? '', body)}`,
  };
}

function hmac(secret: string | KeyObject, ...parts: readonly (string | Buffer)[]): string {
  const hash = createHmac('sha256', secret);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
