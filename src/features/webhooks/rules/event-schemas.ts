import { EVENT_TYPES, TRANSCRIPT_ABSENCES, type EventType } from './vocabulary.js';

/** A JSON Schema and the type it describes: a body without one of the fields does not compile. */
type Schema<T> = Readonly<Record<string, unknown>> & { readonly [OF]?: T };
declare const OF: unique symbol;
type Of<S> = S extends Schema<infer T> ? T : never;

const schema = <T>(json: Readonly<Record<string, unknown>>): Schema<T> => json;

const TEXT = schema<string>({ type: 'string' });
const UUID = schema<string>({ type: 'string', format: 'uuid' });
const INSTANT = schema<string>({ type: 'string', format: 'date-time' });
const COUNT = schema<number>({ type: 'integer', minimum: 0 });
const TRUTH = schema<boolean>({ type: 'boolean' });
const orNull = <T>(of: Schema<T>) => schema<T | null>({ anyOf: [of, { type: 'null' }] });
const words = (...values: readonly string[]) => schema<string>({ type: 'string', enum: values });
const closed = <P extends Readonly<Record<string, Schema<unknown>>>>(properties: P) =>
  schema<{ readonly [K in keyof P]: Of<P[K]> }>({
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  });
const listOf = <T>(items: Schema<T>) => schema<readonly T[]>({ type: 'array', items });

const CALL = closed({
  call_id: TEXT,
  solution_id: orNull(TEXT),
  campaign_id: orNull(TEXT),
  contact_id: orNull(TEXT),
  direction: words('inbound', 'outbound'),
  channel: words('phone', 'web', 'sip'),
  call_status: words('queued', 'ringing', 'in_progress', 'completed', 'missed', 'failed'),
  started_at_utc: INSTANT,
  answered_at_utc: orNull(INSTANT),
  ended_at_utc: orNull(INSTANT),
  duration_seconds: orNull(COUNT),
  disconnection_reason: TEXT,
  human_escalation: TRUTH,
  version_number: orNull(schema<number>({ type: 'integer', minimum: 1 })),
});

const ATTEMPT = closed({
  kind: words('transfer', 'direct_call'),
  outcome: TEXT,
  at_utc: INSTANT,
  target_name: orNull(TEXT),
});

const TRANSFER = closed({ last_outcome: orNull(TEXT), attempts: listOf(ATTEMPT) });

const ANALYSIS = closed({
  primary_outcome: closed({
    id: TEXT,
    label: TEXT,
    label_key: TEXT,
    state: words('classified', 'unclassified'),
  }),
  sentiment: TEXT,
  summary: orNull(TEXT),
});

const LINE = closed({ role: words('caller', 'agent'), text: TEXT, offset_ms: COUNT });

const TRANSCRIPT = closed({ form: words('redacted', 'original'), lines: listOf(LINE) });

export type EventCall = Of<typeof CALL>;
export type EventTransfer = Of<typeof TRANSFER>;
export type EventAnalysis = Of<typeof ANALYSIS>;
export type EventLine = Of<typeof LINE>;

const DESCRIPTIONS: Readonly<Record<EventType, string>> = {
  call_started: 'A call has begun.',
  call_ended: 'A call has ended: completed, missed or failed.',
  call_analyzed: 'The analysis of an ended call is available.',
  transfer_initiated: 'A call is being transferred.',
};

const NOTHING = schema<null>({ type: 'null' });

const hasTranscript = (event: EventType): boolean => event === 'call_ended' || event === 'call_analyzed';

/** The body of an event (webhooks 8.8). A field that the event never has is of type null. */
const bodyOf = (event: EventType) =>
  closed({
    id: UUID,
    event: schema<EventType>({ const: event }),
    schema_version: schema<'1'>({ const: '1' }),
    occurred_at_utc: INSTANT,
    sequence: COUNT,
    test: TRUTH,
    client_id: TEXT,
    data_env: words('prod', 'staging', 'dev'),
    project_id: TEXT,
    webhook_id: UUID,
    data: closed({
      call: orNull(CALL),
      transfer: orNull(TRANSFER),
      analysis: event === 'call_analyzed' ? orNull(ANALYSIS) : NOTHING,
      transcript: hasTranscript(event) ? orNull(TRANSCRIPT) : NOTHING,
      transcript_unavailable_reason: hasTranscript(event)
        ? orNull(words(...TRANSCRIPT_ABSENCES))
        : schema<string>({ const: 'not_in_event' }),
    }),
  });

/** Parts that several bodies share, by their names in the OpenAPI document. */
export const EVENT_PARTS: ReadonlyMap<object, string> = new Map<object, string>([
  [CALL, 'WebhookCall'],
  [ATTEMPT, 'WebhookTransferAttempt'],
  [TRANSFER, 'WebhookTransfer'],
  [ANALYSIS, 'WebhookAnalysis'],
  [TRANSCRIPT, 'WebhookTranscript'],
]);

/** The body that receivers get. */
export type EventBodyJson = Of<ReturnType<typeof bodyOf>>;

const eventSchema = (event: EventType) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: event,
  description: DESCRIPTIONS[event],
  ...bodyOf(event),
});

/** All events, in the order in which lists show them. */
export const DESCRIBED_EVENTS = EVENT_TYPES.map((event) => ({
  event_type: event,
  description: DESCRIPTIONS[event],
  schema: eventSchema(event),
}));
