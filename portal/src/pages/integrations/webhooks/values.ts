import type { ChangeWebhookRequest, CreateWebhookRequest, WebhookRecord } from '../../../api/generated';

/** Fields of a webhook as a person fills them in. Numbers are texts while they are typed. */
export interface WebhookValues {
  readonly endpoint_url: string;
  readonly event_types: readonly string[];
  readonly transcript_to_send: string;
  readonly timeout_seconds: number | string;
  readonly retry_attempts: number | string;
  readonly retry_backoff_seconds: number | string;
}

export const FIELDS = [
  'endpoint_url',
  'event_types',
  'transcript_to_send',
  'timeout_seconds',
  'retry_attempts',
  'retry_backoff_seconds',
] as const satisfies readonly (keyof WebhookValues & keyof WebhookRecord)[];

export type Field = (typeof FIELDS)[number];

export const EVENTS = ['call_started', 'call_ended', 'call_analyzed', 'transfer_initiated'] as const;
export const TRANSCRIPTS = ['none', 'redacted', 'original'] as const;

/** The values of a new webhook: the route's defaults. */
export const NEW_WEBHOOK: WebhookValues = {
  endpoint_url: '',
  event_types: ['call_ended'],
  transcript_to_send: 'none',
  timeout_seconds: 10,
  retry_attempts: 3,
  retry_backoff_seconds: 30,
};

export const valuesOf = (webhook: WebhookRecord): WebhookValues => ({
  endpoint_url: webhook.endpoint_url,
  event_types: webhook.event_types,
  transcript_to_send: webhook.transcript_to_send,
  timeout_seconds: webhook.timeout_seconds,
  retry_attempts: webhook.retry_attempts,
  retry_backoff_seconds: webhook.retry_backoff_seconds,
});

/** As the routes take the values. */
export const bodyOf = (values: WebhookValues): Omit<CreateWebhookRequest, 'project_id'> => ({
  endpoint_url: values.endpoint_url.trim(),
  event_types: EVENTS.filter((name) => values.event_types.includes(name)),
  transcript_to_send: TRANSCRIPTS.find((form) => form === values.transcript_to_send),
  timeout_seconds: Number(values.timeout_seconds),
  retry_attempts: Number(values.retry_attempts),
  retry_backoff_seconds: Number(values.retry_backoff_seconds),
});

const textOf = (value: WebhookValues[Field]): string =>
  typeof value === 'object' ? value.toSorted().join(' ') : String(value);

/** The fields in which two states of a webhook differ. */
export const differences = (a: WebhookValues, b: WebhookValues): readonly Field[] =>
  FIELDS.filter((field) => textOf(a[field]) !== textOf(b[field]));

/** The body of a change: the fields that the person has changed, and no others. */
export function changeOf(before: WebhookValues, after: WebhookValues): ChangeWebhookRequest {
  const body = bodyOf(after);
  return Object.fromEntries(differences(before, after).map((field) => [field, body[field]]));
}
