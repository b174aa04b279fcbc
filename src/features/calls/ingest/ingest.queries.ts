import type { Tenant } from '../../../core/auth/auth-context.js';
import type { NamedQuery, StoreConnection } from '../../../core/tenancy/store-client.js';
import { transferFacts } from '../rules/transfer.policy.js';
import { eventsOf } from './call-events.policy.js';
import type { SealedCall, SealedContents } from './sealed-call.js';

/** A column that is written from an array parameter, one element per row. */
interface Column<Row> {
  readonly name: string;
  readonly type: string;
  readonly of: (row: Row) => string | number | boolean | Buffer | null;
}

const column = <Row>(name: string, type: string, of: Column<Row>['of']): Column<Row> => ({ name, type, of });
// pg would write dates in the zone of the process, and slowly.
const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

const CALL_COLUMNS: readonly Column<SealedCall>[] = [
  column('call_id', 'text', (it) => it.record.callId),
  column('revision', 'integer', (it) => it.record.revision),
  column('project_id', 'text', (it) => it.record.projectId),
  column('solution_id', 'text', (it) => it.record.solutionId),
  column('campaign_id', 'text', (it) => it.record.campaignId),
  column('contact_id', 'text', (it) => it.record.contactId),
  column('direction', 'text', (it) => it.record.direction),
  column('channel', 'text', (it) => it.record.channel),
  column('call_status', 'text', (it) => it.record.callStatus),
  column('status_detail', 'text', (it) => it.record.statusDetail),
  column('started_at_utc', 'timestamptz', (it) => iso(it.record.startedAt)),
  column('answered_at_utc', 'timestamptz', (it) => iso(it.record.answeredAt)),
  column('ended_at_utc', 'timestamptz', (it) => iso(it.record.endedAt)),
  column('duration_seconds', 'numeric', (it) => it.record.durationSeconds),
  column('caller_masked', 'text', (it) => it.callerMasked),
  column('caller_hash', 'bytea', (it) => it.callerHash),
  column('caller_hash_key_id', 'text', (it) => it.callerHashKeyId),
  column('agent_name', 'text', (it) => it.record.agentName),
  column('resolution_status', 'text', (it) => it.record.resolutionStatus),
  column('end_reason', 'text', (it) => it.record.endReason),
  column('sentiment', 'text', (it) => it.record.sentiment),
  column('caller_sentiment', 'text', (it) => it.record.callerSentiment),
  column('human_escalation', 'boolean', (it) => it.record.humanEscalation),
  column('transfer_last_outcome', 'text', (it) => transferFacts(it.record.transfer).lastOutcome),
  column('transfer_named_target', 'boolean', (it) => transferFacts(it.record.transfer).namedTarget),
  column('transfer_completed', 'boolean', (it) => transferFacts(it.record.transfer).completed),
  column('booking_created', 'boolean', (it) => it.record.bookingCreated),
  column('cost_usd', 'numeric', (it) => it.record.costUsd),
  column('cost_local', 'numeric', (it) => it.record.costLocal),
  column('currency', 'text', (it) => it.record.currency),
  column('ai_response_seconds', 'numeric', (it) => it.record.aiResponseSeconds),
  column('provider_label', 'text', (it) => it.record.providerLabel),
  column('redaction_status', 'text', (it) => it.record.redactedTranscript?.status ?? null),
  // Whether there is anything to read at all; who may read which form is settled when it is read.
  column('transcript_available', 'boolean', ({ contents }) =>
    Boolean(contents.transcript_encrypted ?? contents.redacted_transcript_encrypted),
  ),
  column('recording_available', 'boolean', (it) => it.record.recordingAvailable),
  column('consent_status', 'text', (it) => it.record.consent?.status ?? null),
  column('consent_method', 'text', (it) => it.record.consent?.method ?? null),
  column('consent_obtained_at_utc', 'timestamptz', (it) => iso(it.record.consent?.obtainedAt)),
  column('consent_expires_at_utc', 'timestamptz', (it) => iso(it.record.consent?.expiresAt)),
  column('consent_withdrawn_at_utc', 'timestamptz', (it) => iso(it.record.consent?.withdrawnAt)),
];

const sealed = (name: keyof SealedContents): Column<SealedCall> =>
  column(name, 'bytea', (it) => it.contents[name]);

const CONTENT_COLUMNS: readonly Column<SealedCall>[] = [
  CALL_COLUMNS[0]!,
  sealed('caller_number_encrypted'),
  sealed('caller_name_encrypted'),
  sealed('transfer_encrypted'),
  sealed('summary_encrypted'),
  sealed('transcript_encrypted'),
  sealed('redacted_transcript_encrypted'),
];

interface EventRow {
  readonly call: SealedCall;
  readonly event: ReturnType<typeof eventsOf>[number];
}

const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  column('call_id', 'text', (it) => it.call.record.callId),
  column('event_type', 'text', (it) => it.event.type),
  column('project_id', 'text', (it) => it.call.record.projectId),
  column('revision', 'integer', (it) => it.call.record.revision),
  column('occurred_at_utc', 'timestamptz', (it) => iso(it.event.occurredAt)),
];

// The tenant is hoisted out of the arrays: $1 and $2. Rows keep the order of the arrays, and with it the order
// in which their locks are taken.
function insertInto<Row>(table: string, columns: readonly Column<Row>[]): string {
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map(({ type }, index) => `$${index + 3}::${type}[]`).join(', ');
  return `INSERT INTO ${table} (client_id, data_env, ${names})
SELECT $1, $2, ${names} FROM unnest(${arrays}) AS sent (${names})
    ON CONFLICT (client_id, data_env, call_id`;
}

function replacing<Row>(columns: readonly Column<Row>[]): string {
  const own = columns.filter(({ name }) => name !== 'call_id');
  return `DO UPDATE SET ${own.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`;
}

/** Gives back the rows that were written, with the revision each one replaced; null for a new row. */
export const UPSERT_CALLS: NamedQuery = {
  name: 'ingest_calls',
  text: `${insertInto('calls', CALL_COLUMNS)})
    ${replacing(CALL_COLUMNS)}, updated_at = now()
 WHERE calls.revision < excluded.revision
RETURNING call_id, old.revision AS prior_revision`,
};

export const UPSERT_CONTENTS: NamedQuery = {
  name: 'ingest_call_contents',
  text: `${insertInto('call_contents', CONTENT_COLUMNS)}) ${replacing(CONTENT_COLUMNS)}`,
};

export const APPEND_EVENTS: NamedQuery = {
  name: 'ingest_call_events',
  text: `${insertInto('call_events', EVENT_COLUMNS)}, event_type) DO NOTHING`,
};

interface WrittenRow {
  call_id: string;
  prior_revision: number | null;
}

/**
 * Writes the calls that are newer than what is stored, with contents and events. Calls must come sorted by
 * call_id: every batch then takes its row locks in one order, and no two can wait for each other.
 * @returns of each call that was written the revision it had before, null for a new one
 */
export async function writeCalls(
  db: StoreConnection,
  tenant: Tenant,
  calls: readonly SealedCall[],
): Promise<Map<string, number | null>> {
  const rows = await db.query<WrittenRow>(UPSERT_CALLS, valuesOf(tenant, CALL_COLUMNS, calls));
  const prior = new Map(rows.map((row) => [row.call_id, row.prior_revision]));
  const written = calls.filter((call) => prior.has(call.record.callId));
  if (written.length === 0) return prior;
  await db.query(UPSERT_CONTENTS, valuesOf(tenant, CONTENT_COLUMNS, written));
  const events = written.flatMap((call) => eventsOf(call.record).map((event) => ({ call, event })));
  if (events.length > 0) await db.query(APPEND_EVENTS, valuesOf(tenant, EVENT_COLUMNS, events));
  return prior;
}

const valuesOf = <Row>(tenant: Tenant, columns: readonly Column<Row>[], rows: readonly Row[]): unknown[] => [
  tenant.clientId,
  tenant.dataEnv,
  ...columns.map((it) => rows.map(it.of)),
];
