import { EVENT_TYPES, TRANSCRIPT_ABSENCES, type EventType } from './vocabulary.js';

type Schema = Readonly<Record<string, unknown>>;

const TEXT = { type: 'string' };
const UUID = { type: 'string', format: 'uuid' };
const INSTANT = { type: 'string', format: 'date-time' };
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const words = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });
const closed = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
const listOf = (items: Schema): Schema => ({ type: 'array', items });

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
  duration_seconds: orNull({ type: 'integer', minimum: 0 }),
  disconnection_reason: TEXT,
  human_escalation: { type: 'boolean' },
});

const TRANSFER = closed({
  last_outcome: orNull(TEXT),
  attempts: listOf(
    closed({
      kind: words('transfer', 'direct_call'),
      outcome: TEXT,
      at_utc: INSTANT,
      target_name: orNull(TEXT),
    }),
  ),
});

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

const TRANSCRIPT = closed({
  form: words('redacted', 'original'),
  lines: listOf(
    closed({ role: words('caller', 'agent'), text: TEXT, offset_ms: { type: 'integer', minimum: 0 } }),
  ),
});

const DESCRIPTIONS: Readonly<Record<EventType, string>> = {
  call_started: 'A call has begun.',
  call_ended: 'A call has ended: completed, missed or failed.',
  call_analyzed: 'The analysis of a call that has ended is there.',
  transfer_initiated: 'A call is being passed on.',
};

const NOTHING = { type: 'null' };

/** JSON Schema (2020-12) of the body of an event (webhooks 8.8). What may never be there has type null. */
const eventSchema = (event: EventType): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: event,
  description: DESCRIPTIONS[event],
  ...closed({
    id: UUID,
    event: { const: event },
    schema_version: { const: '1' },
    occurred_at_utc: INSTANT,
    sequence: { type: 'integer', minimum: 0 },
    test: { type: 'boolean' },
    client_id: TEXT,
    data_env: words('prod', 'staging', 'dev'),
    project_id: TEXT,
    webhook_id: UUID,
    data: closed({
      call: orNull(CALL),
      transfer: orNull(TRANSFER),
      analysis: event === 'call_analyzed' ? orNull(ANALYSIS) : NOTHING,
      ...(event === 'call_ended' || event === 'call_analyzed'
        ? {
            transcript: orNull(TRANSCRIPT),
            transcript_unavailable_reason: orNull(words(...TRANSCRIPT_ABSENCES)),
          }
        : { transcript: NOTHING, transcript_unavailable_reason: { const: 'not_in_event' } }),
    }),
  }),
});

/** All of them, as they are listed. */
export const DESCRIBED_EVENTS = EVENT_TYPES.map((event) => ({
  event_type: event,
  description: DESCRIPTIONS[event],
  schema: eventSchema(event),
}));
