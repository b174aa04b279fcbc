import type { ChangeWebhookRequest, CreateWebhookRequest, WebhookRecord } from '../../../api/generated';

/** The numbers of a webhook: bounds and defaults of the route. */
export const NUMBERS = {
  timeout_seconds: { min: 1, max: 30, value: 10 },
  retry_attempts: { min: 0, max: 5, value: 3 },
  retry_backoff_seconds: { min: 5, max: 300, value: 30 },
} as const;
type NumberName = keyof typeof NUMBERS;
export const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];

const numbersBy = <T>(valueOf: (name: NumberName) => T) =>
  Object.fromEntries(NUMBER_NAMES.map((name) => [name, valueOf(name)])) as Record<NumberName, T>;

/** Fields of a webhook as a person fills them in. Numbers are texts while they are typed. */
export interface WebhookValues extends Readonly<Record<NumberName, number | string>> {
  readonly endpoint_url: string;
  readonly event_types: readonly string[];
  readonly transcript_to_send: string;
}

export const FIELDS = [
  'endpoint_url',
  'event_types',
  'transcript_to_send',
  ...NUMBER_NAMES,
] as const satisfies readonly (keyof WebhookValues & keyof WebhookRecord)[];

export type Field = (typeof FIELDS)[number];

export const EVENTS = ['call_started', 'call_ended', 'call_analyzed', 'transfer_initiated'] as const;
export const TRANSCRIPTS = ['none', 'redacted', 'original'] as const;

/** The values of a new webhook: the route's defaults. */
export const NEW_WEBHOOK: WebhookValues = {
  endpoint_url: '',
  event_types: ['call_ended'],
  transcript_to_send: 'none',
  ...numbersBy((name) => NUMBERS[name].value),
};

export const valuesOf = (webhook: WebhookRecord): WebhookValues => ({
  endpoint_url: webhook.endpoint_url,
  event_types: webhook.event_types,
  transcript_to_send: webhook.transcript_to_send,
  ...numbersBy((name) => webhook[name]),
});

/** The values in the format of the routes. */
export const bodyOf = (values: WebhookValues): Omit<CreateWebhookRequest, 'project_id'> => ({
  endpoint_url: values.endpoint_url.trim(),
  event_types: EVENTS.filter((name) => values.event_types.includes(name)),
  transcript_to_send: TRANSCRIPTS.find((form) => form === values.transcript_to_send),
  ...numbersBy((name) => Number(values[name])),
});

const textOf = (value: WebhookValues[Field]): string =>
  typeof value === 'object' ? value.toSorted().join(' ') : String(value);

/** The fields in which two states of a webhook differ. */
export const differences = (a: WebhookValues, b: WebhookValues): readonly Field[] =>
  FIELDS.filter((field) => textOf(a[field]) !== textOf(b[field]));

/** The body of a change: only the fields that the person has changed. */
export function changeOf(before: WebhookValues, after: WebhookValues): ChangeWebhookRequest {
  const body = bodyOf(after);
  return Object.fromEntries(differences(before, after).map((field) => [field, body[field]]));
}
