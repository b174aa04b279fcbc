import type { ApiBody } from '@nestjs/swagger';
import {
  CALL_STATUSES,
  CHANNELS,
  CONSENT_METHODS,
  CONSENT_STATUSES,
  COST_PARTS,
  DIRECTIONS,
  REDACTION_STATUSES,
  SENTIMENTS,
  TRANSCRIPT_ROLES,
  TRANSFER_KINDS,
  TRANSFER_OUTCOMES,
} from '../../call-records/rules/call-vocabulary.js';
import { MAX_RECORDS } from './ingest.request.js';

type Schema = Extract<Parameters<typeof ApiBody>[0], { schema: unknown }>['schema'];

const text = { type: 'string' };
const flag = { type: 'boolean' };
const amount = { type: 'number', minimum: 0 };
const instant = { type: 'string', format: 'date-time' };
const oneOf = (words: readonly string[]): { type: string; enum: string[] } => ({
  type: 'string',
  enum: [...words],
});
const listOf = (items: Schema) => ({ type: 'array', items });
const object = (required: string[], properties: Record<string, Schema>) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

const line = object(['role', 'text', 'offset_ms'], {
  role: oneOf(TRANSCRIPT_ROLES),
  text,
  offset_ms: { type: 'integer', minimum: 0, description: 'Milliseconds since the call started.' },
});

const attempt = object(['kind', 'outcome', 'at_utc'], {
  kind: oneOf(TRANSFER_KINDS),
  target_name: text,
  outcome: oneOf(TRANSFER_OUTCOMES),
  at_utc: instant,
});

const consent = object(['status', 'method', 'obtained_at_utc'], {
  status: oneOf(CONSENT_STATUSES),
  method: oneOf(CONSENT_METHODS),
  obtained_at_utc: instant,
  expires_at_utc: instant,
  withdrawn_at_utc: instant,
});

const REQUIRED = [
  ...['call_id', 'revision', 'project_id', 'direction', 'channel', 'call_status', 'started_at_utc'],
];

const record = object(REQUIRED, {
  call_id: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
  revision: { type: 'integer', minimum: 1, description: 'Increases with every version of the call.' },
  project_id: text,
  solution_id: text,
  campaign_id: text,
  contact_id: text,
  direction: oneOf(DIRECTIONS),
  channel: oneOf(CHANNELS),
  call_status: oneOf(CALL_STATUSES),
  status_detail: text,
  started_at_utc: instant,
  answered_at_utc: instant,
  ended_at_utc: instant,
  duration_seconds: amount,
  caller_number: { type: 'string', description: 'E.164; absent when withheld.' },
  caller_name: text,
  agent_name: text,
  resolution_status: text,
  end_reason: text,
  sentiment: oneOf(SENTIMENTS),
  caller_sentiment: oneOf(SENTIMENTS),
  human_escalation: flag,
  transfer: object([], { last_outcome: oneOf(TRANSFER_OUTCOMES), attempts: listOf(attempt) }),
  booking: object(['created'], { created: flag }),
  cost_usd: amount,
  cost_local: amount,
  currency: { type: 'string', description: 'ISO 4217.' },
  ai_response_seconds: { ...amount, description: "The call's average." },
  provider_label: text,
  summary: text,
  transcript: listOf(line),
  redacted_transcript: object(['status', 'lines'], {
    status: oneOf(REDACTION_STATUSES),
    lines: listOf(line),
  }),
  consent,
  recording_available: flag,
  version_number: {
    type: 'integer',
    minimum: 1,
    description:
      'The version of the project that served the call. Without it, the version of the dispatch, else the one ' +
      'that callers got when the call started.',
  },
  content_hash: {
    type: 'string',
    pattern: '^[0-9a-f]{64}$',
    description: 'The content_hash of that version; only with version_number.',
  },
  cost_parts: {
    ...object([], Object.fromEntries(COST_PARTS.map((part) => [part, amount]))),
    description: 'In US dollars; they add up to cost_usd.',
  },
  response_times: {
    ...object(['turns', 'p50_ms', 'p95_ms', 'max_ms'], {
      turns: { type: 'integer', minimum: 1 },
      p50_ms: amount,
      p95_ms: amount,
      max_ms: amount,
    }),
    description: 'How long callers waited for an answer, over the turns of the call.',
  },
});

/** The body of POST /internal/v1/calls. An optional field may be null, which means absent. */
export const INGEST_SCHEMA: Schema = {
  ...listOf(record),
  minItems: 1,
  maxItems: MAX_RECORDS,
  description: 'As application/x-ndjson: one record per line. An optional field may also be null.',
};
