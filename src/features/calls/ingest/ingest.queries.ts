import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { namedQuery, type NamedQuery } from '../../../core/database/unit-of-work/named-query.js';
import type { SealedContents } from '../contents/sealed-contents.js';
import { BY_KEY } from '../../call-records/rules/by-key.js';
import { KEEPS_ERASURES_FROM_BEGINNING } from '../../call-records/rules/erasure-lock.queries.js';
import { addDirtyHours } from '../rollup/dirty-hours.js';
import { COST_PARTS, type CallEventType } from '../../call-records/rules/call-vocabulary.js';
import { transferFacts } from '../../call-records/rules/transfer.policy.js';
import { eventsOf } from './call-events.policy.js';
import { withoutErasedCallers, type ErasedCallersCheck } from './erased-callers.queries.js';
import { publishedBefore, type PriorCall, type PublishedEvents } from './old-events.queries.js';
import type { SealedCall } from './sealed-call.js';

/** A column that is written from an array parameter, with one element per row. */
interface Column<Row> {
  readonly name: string;
  readonly type: string;
  readonly of: (row: Row) => string | number | boolean | Buffer | null;
}

const column = <Row>(name: string, type: string, of: Column<Row>['of']): Column<Row> => ({ name, type, of });
// pg would write dates in the time zone of the process, and slowly.
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
  column('version_number', 'integer', (it) => it.record.versionNumber),
  column('version_source', 'text', (it) => it.record.versionSource),
  ...COST_PARTS.map((part) =>
    column<SealedCall>(`cost_${part}`, 'numeric', (it) => it.record.costParts?.[part] ?? null),
  ),
  column('response_turns', 'integer', (it) => it.record.responseTimes?.turns ?? null),
  column('response_p50_ms', 'integer', (it) => it.record.responseTimes?.p50Ms ?? null),
  column('response_p95_ms', 'integer', (it) => it.record.responseTimes?.p95Ms ?? null),
  column('response_max_ms', 'integer', (it) => it.record.responseTimes?.maxMs ?? null),
  column('redaction_status', 'text', (it) => it.record.redactedTranscript?.status ?? null),
  // Whether there is anything to read; permissions are checked on reading.
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

/** The key of a call among those of its tenant. */
const PLACE = ['call_id', 'started_at_utc'] as const;

const named = <Row>(columns: readonly Column<Row>[], ...names: readonly string[]): Column<Row>[] =>
  columns.filter(({ name }) => names.includes(name));

/** The index of calls; only here is a call_id unique over all months. */
const INDEX_COLUMNS = named(CALL_COLUMNS, 'call_id', 'revision', 'project_id', 'started_at_utc');

const sealed = (name: keyof SealedContents): Column<SealedCall> =>
  column(name, 'bytea', (it) => it.contents[name]);

const CONTENT_COLUMNS: readonly Column<SealedCall>[] = [
  ...named(CALL_COLUMNS, ...PLACE),
  sealed('caller_number_encrypted'),
  sealed('caller_name_encrypted'),
  sealed('transfer_encrypted'),
  sealed('summary_encrypted'),
  sealed('transcript_encrypted'),
  sealed('redacted_transcript_encrypted'),
];

interface AssertedEvent {
  readonly callId: string;
  readonly projectId: string;
  readonly revision: number;
  readonly type: CallEventType;
  readonly occurredAt: Date;
}

const EVENT_COLUMNS: readonly Column<AssertedEvent>[] = [
  column('call_id', 'text', (it) => it.callId),
  column('event_type', 'text', (it) => it.type),
  column('project_id', 'text', (it) => it.projectId),
  column('revision', 'integer', (it) => it.revision),
  column('occurred_at_utc', 'timestamptz', (it) => iso(it.occurredAt)),
];

// The tenant is passed once: $1 and $2. Rows keep the order of the arrays, and with it the order of
// their locks.
function insertInto<Row>(table: string, columns: readonly Column<Row>[]): string {
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map(({ type }, index) => `$${index + 3}::${type}[]`).join(', ');
  return `INSERT INTO ${table} (client_id, data_env, ${names})
SELECT $1, $2, ${names} FROM unnest(${arrays}) AS sent (${names})
    ON CONFLICT (client_id, data_env, call_id`;
}

function replacing<Row>(columns: readonly Column<Row>[], ...key: readonly string[]): string {
  const own = columns.filter(({ name }) => !key.includes(name));
  return `DO UPDATE SET ${own.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`;
}

/**
 * Creates missing months of the instants in $1; returns the time from which calls are kept. From
 * then on no erasure of a caller begins until the batch is written, and stored rows are looked up
 * as with READ_BY_KEY.
 */
export const OPEN_MONTHS: NamedQuery = {
  name: 'ingest_open_months',
  ofStore: true,
  text: `SELECT open_call_months($1) AS kept_from, ${KEEPS_ERASURES_FROM_BEGINNING}, ${BY_KEY}`,
};

/** Creates statistics for those months of the instants in $1 that have none yet. */
export const ANALYSE_NEW_MONTHS: NamedQuery = {
  name: 'ingest_analyse_new_months',
  ofStore: true,
  text: 'SELECT analyse_new_call_months($1)',
};

/** Writes calls that are new or newer, and returns them with their previous location. */
export const UPSERT_INDEX = namedQuery('ingest_call_index')`${insertInto('call_index', INDEX_COLUMNS)})
    ${replacing(INDEX_COLUMNS, 'call_id')}
 WHERE call_index.revision < excluded.revision
RETURNING call_id, old.revision AS prior_revision, old.project_id AS prior_project_id,
          old.started_at_utc AS prior_started_at_utc, old.started_at_utc < now() - interval '30 days' AS prior_is_old,
          erased_at, legal_hold_since`;

const removeFrom = (table: string): string => `
DELETE FROM ${table} t USING unnest($3::text[], $4::timestamptz[]) AS moved (call_id, started_at_utc)
 WHERE t.client_id = $1 AND t.data_env = $2 AND t.call_id = moved.call_id AND t.started_at_utc = moved.started_at_utc`;

/**
 * A call with a corrected start is removed from its old location, which may be in another month.
 */
export const REMOVE_MOVED: readonly NamedQuery[] = ['calls', 'call_contents'].map((table) => ({
  name: `ingest_remove_moved_${table}`,
  text: removeFrom(table),
}));

export const UPSERT_CALLS = namedQuery('ingest_calls')`
    ${insertInto('calls', CALL_COLUMNS)}, started_at_utc) ${replacing(CALL_COLUMNS, ...PLACE)}, updated_at = now()`;

export const UPSERT_CONTENTS = namedQuery('ingest_call_contents')`
    ${insertInto('call_contents', CONTENT_COLUMNS)}, started_at_utc) ${replacing(CONTENT_COLUMNS, ...PLACE)}`;

const EVENT_NAMES = EVENT_COLUMNS.map(({ name }) => name);
const KNOWN_CALLS = `$${EVENT_COLUMNS.length + 3}`;
const PUBLISHED_COUNTS = `$${EVENT_COLUMNS.length + 4}`;

/**
 * Appends the events that a call does not have yet, numbered from its last one on. This transaction
 * has written the call's row in call_index, so no other one does the same concurrently. The last
 * parameters name the calls that existed before, and how many events each is known to have had:
 * only these can have events, and the lookup uses the order of the primary key. Expired events keep
 * their numbers, because receivers have seen them.
 */
export const APPEND_EVENTS = namedQuery('ingest_call_events')`
WITH known AS MATERIALIZED (
     SELECT asked.call_id, asked.published, e.event_type, e.sequence
       FROM unnest(${KNOWN_CALLS}::text[], ${PUBLISHED_COUNTS}::integer[]) AS asked (call_id, published)
       LEFT JOIN LATERAL (
            SELECT k.event_type, k.sequence FROM call_events k
             WHERE k.client_id = $1 AND k.data_env = $2 AND k.call_id = asked.call_id
             ORDER BY k.event_type) e ON true),
     last AS MATERIALIZED (
     SELECT call_id, greatest(max(sequence), count(event_type), max(published)) AS sequence FROM known GROUP BY call_id)
INSERT INTO call_events (client_id, data_env, ${EVENT_NAMES.join(', ')}, sequence)
SELECT $1, $2, ${EVENT_NAMES.map((name) => `sent.${name}`).join(', ')},
       coalesce(last.sequence, 0) + row_number() OVER (PARTITION BY sent.call_id ORDER BY sent.place)
  FROM unnest(${EVENT_COLUMNS.map(({ type }, index) => `$${index + 3}::${type}[]`).join(', ')})
       WITH ORDINALITY AS sent (${EVENT_NAMES.join(', ')}, place)
  LEFT JOIN last ON last.call_id = sent.call_id
 WHERE NOT EXISTS (SELECT FROM known k WHERE k.call_id = sent.call_id AND k.event_type = sent.event_type)
 ORDER BY sent.place
    ON CONFLICT (client_id, data_env, call_id, event_type) DO NOTHING`;

/** The stored row of a written call before the write; all null for a new call. */
interface WrittenRow extends ErasedCallersCheck, PriorCall {
  prior_revision: number | null;
  prior_project_id: string | null;
}

/**
 * Creates the tables of the months that the calls belong to.
 * @returns the instant from which calls are kept; null: all are kept
 */
export async function openMonths(db: StoreReader, starts: readonly Date[]): Promise<Date | null> {
  const [row] = await db.query<{ kept_from: Date | number }>(OPEN_MONTHS, [starts.map(iso)]);
  // pg reads PostgreSQL's -infinity as a number.
  return row?.kept_from instanceof Date ? row.kept_from : null;
}

/**
 * Writes the calls that are newer than the stored ones, with contents, events and dirty hours.
 * Calls must be sorted by call_id: every batch then takes its row locks in the same order, and no
 * two can deadlock.
 * @param keptFrom from openMonths, in the same transaction
 * @returns the previous revision of each written call, null for a new one
 */
export async function writeCalls(
  db: StoreReader,
  calls: readonly SealedCall[],
  keptFrom: Date | null,
): Promise<Map<string, number | null>> {
  const rows = await db.query<WrittenRow>(UPSERT_INDEX, valuesOf(INDEX_COLUMNS, calls));
  const before = new Map(rows.map((row) => [row.call_id, row]));
  const newer = calls.filter((call) => before.has(call.record.callId));
  if (newer.length === 0) return new Map();
  const written = await withoutErasedCallers(db, newer, before);
  const published = await publishedBefore(db, rows);
  const startOf = new Map(written.map(({ record }) => [record.callId, record.startedAt.getTime()]));
  const moved = rows.filter(
    (row) =>
      row.prior_started_at_utc !== null && row.prior_started_at_utc.getTime() !== startOf.get(row.call_id),
  );
  if (moved.length > 0) {
    const places = [moved.map((row) => row.call_id), moved.map((row) => iso(row.prior_started_at_utc))];
    for (const statement of REMOVE_MOVED) {
      await db.query(statement, places);
    }
  }
  await db.query(UPSERT_CALLS, valuesOf(CALL_COLUMNS, written));
  await db.query(UPSERT_CONTENTS, valuesOf(CONTENT_COLUMNS, written));
  const events = written.flatMap(({ record }) => {
    const { callId, projectId, revision } = record;
    return eventsOf(record).map((event) => ({ ...event, callId, projectId, revision }));
  });
  const known = rows.filter((row) => row.prior_revision !== null).map((row) => row.call_id);
  await appendEvents(db, events, known, published);
  await addDirtyHours(db, keptFrom, [
    ...written.map(({ record }) => ({ projectId: record.projectId, at: record.startedAt })),
    ...rows.flatMap(({ prior_project_id: projectId, prior_started_at_utc: at }) =>
      projectId !== null && at !== null ? [{ projectId, at }] : [],
    ),
  ]);
  return new Map(rows.map((row) => [row.call_id, row.prior_revision]));
}

/**
 * Appends those events that their calls do not have yet (calls-ingest 5.2).
 * @param known the calls that existed before; the transaction has locked their rows of call_index
 * @param published from publishedBefore, which ran before the calls were written
 */
export async function appendEvents(
  db: StoreReader,
  events: readonly AssertedEvent[],
  known: readonly string[],
  published: PublishedEvents,
): Promise<void> {
  const unpublished = events.filter(({ callId, type }) => !published.get(callId)?.includes(type));
  if (unpublished.length === 0) return;
  const counts = known.map((callId) => published.get(callId)?.length ?? 0);
  await db.query(APPEND_EVENTS, [...valuesOf(EVENT_COLUMNS, unpublished), known, counts]);
}

const valuesOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): unknown[] =>
  columns.map((it) => rows.map(it.of));
