import { Injectable, Logger } from '@nestjs/common';
import { tenantKey, type AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { ProjectFacts } from '../../projects/directory/project-facts.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { KeyedLimiter } from '../../../core/shared/keyed-limiter.js';
import { Clock } from '../../../core/time/clock.js';
import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { CallVersions } from './versions/call-versions.service.js';
import { chunksOf, planBatch, settleBatch, type BatchCounts } from './batch.policy.js';
import type { CallRecord } from './call-record.js';
import { parseCallRecord } from './call-record.policy.js';
import { repeatedNameFault } from '../../../core/shared/json/repeated-name.policy.js';
import { utf8Fault } from '../../../core/http/text.policy.js';
import { mapCooperatively } from '../../../core/shared/cooperative.js';
import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { CallsChanged } from '../../call-records/call-records.events.js';
import { CallEventRelay } from '../events/call-event-relay.js';
import { enqueueRollup } from '../rollup/rollup-work.js';
import { ANALYSE_NEW_MONTHS, openMonths, writeCalls } from './ingest.queries.js';
import { RecordText } from './ingest.request.js';
import type { IngestError, IngestResponse, IngestWarning } from './ingest.response.js';
import { sealCall, type SealedCall } from './sealed-call.js';

interface NumberedRecord {
  readonly index: number;
  readonly record: CallRecord;
}

// One batch on the CPU and one at the store keep both busy; more of one tenant would only delay its
// neighbours.
const BATCHES_AT_ONCE = 2;

// This many calls at once start a new month: without statistics, their first readers get guessed
// plans until autovacuum runs a minute later. Smaller batches can wait for it.
const LARGE_BATCH = 100;

// Calls are stored in one table per month, and a wrong clock must not create tables for a century.
// A year ahead, and the longest range of analytics, is farther than any planned call.
const FARTHEST_AHEAD_MS = 400 * DAY_MS;

/** The result of storing the valid records. */
interface Stored {
  readonly counts: BatchCounts;
  /** Calls that began before this have been deleted and are not accepted again; null: none have. */
  readonly keptFrom: Date | null;
}

/** Accepts call data (docs/architecture.md, "Ingest"). */
@Injectable()
export class IngestService {
  private readonly logger = new Logger(IngestService.name);
  private readonly turns = new KeyedLimiter({ perKey: BATCHES_AT_ONCE });

  constructor(
    private readonly projects: ProjectFacts,
    private readonly versions: CallVersions,
    private readonly keys: TenantKeys,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
    private readonly events: CallEventRelay,
    private readonly listeners: TransactionEvents,
  ) {}

  /**
   * Writes one batch. Repeating it, whole or in part and from any sender, changes nothing.
   * @param records each JSON of any kind, or a RecordText that is still to be parsed
   * @throws 503 if a store or a key is unavailable; nothing of the batch is stored then
   */
  ingest(auth: AuthContext, records: readonly unknown[]): Promise<IngestResponse> {
    return this.turns.run(tenantKey(auth), () => this.write(auth, records));
  }

  private async write(auth: AuthContext, records: readonly unknown[]): Promise<IngestResponse> {
    const errors: IngestError[] = [];
    const warnings: IngestWarning[] = [];
    const parsed: NumberedRecord[] = [];
    await mapCooperatively(records, (raw, index) => {
      const result = readRecord(raw);
      if (result.ok) {
        parsed.push({ index, record: result.record });
        warnings.push(...result.warnings.map((warning) => ({ index, ...warning })));
      } else errors.push({ index, ...result.error });
    });
    const [projects, versioned] = await Promise.all([
      this.ownProjects(auth, parsed),
      this.versions.of(
        auth,
        parsed.map(({ record }) => record),
      ),
    ]);
    const latest = this.clock.now().getTime() + FARTHEST_AHEAD_MS;
    const sound: NumberedRecord[] = [];
    for (const [place, { record, warning }] of versioned.entries()) {
      const { index } = parsed[place]!;
      if (warning !== null) warnings.push({ index, ...warning });
      const fault = projects.has(record.projectId) ? startFault(record, latest) : unknownProject(record);
      if (fault === null) sound.push({ index, record });
      else errors.push({ index, ...fault });
    }
    const { counts, keptFrom } = await this.store(
      auth,
      sound.map(({ record }) => record),
    );
    for (const { index, record } of sound) {
      if (isDropped(record, keptFrom)) errors.push({ index, ...pastRetention(record) });
    }
    errors.sort((one, other) => one.index - other.index);
    const refused = new Set(errors.map(({ index }) => index));
    return {
      ...counts,
      rejected: errors.length,
      errors,
      warnings: warnings
        .filter(({ index }) => !refused.has(index))
        .sort((one, other) => one.index - other.index),
    };
  }

  /** Archived projects count too: calls that end after the archiving must not be lost. */
  private ownProjects(auth: AuthContext, parsed: readonly NumberedRecord[]): Promise<ReadonlySet<string>> {
    return this.projects.existing(auth, [...new Set(parsed.map(({ record }) => record.projectId))]);
  }

  private async store(auth: AuthContext, records: readonly CallRecord[]): Promise<Stored> {
    if (records.length === 0) return { counts: { accepted: 0, updated: 0, unchanged: 0 }, keptFrom: null };
    const sealed = await this.sealed(auth, planBatch(records, new Map()).winners);
    const chunks = chunksOf(sealed);
    const starts = monthsOf(records);
    const { written, keptFrom } = await this.stores.transaction(auth, async (db) => {
      const since = await openMonths(db, starts);
      // A rejected version does not hide accepted earlier ones.
      if (sealed.some(({ record }) => isDropped(record, since))) return { written: null, keptFrom: since };
      const prior = new Map<string, number | null>();
      for (const chunk of chunks) {
        for (const [callId, revision] of await writeCalls(db, chunk, since)) prior.set(callId, revision);
      }
      if (prior.size > 0) {
        await enqueueRollup(db, this.clock.now());
        await this.events.publish(db, [...prior.keys()]);
        await this.listeners.publish(db, changesOf(sealed, prior));
      }
      return { written: prior, keptFrom: since };
    });
    const kept = records.filter((record) => !isDropped(record, keptFrom));
    if (written === null) {
      const stored = await this.store(auth, kept);
      return { ...stored, keptFrom: stored.keptFrom ?? keptFrom };
    }
    if (sealed.length >= LARGE_BATCH) await this.analyse(auth, starts);
    return { counts: settleBatch(kept, written), keptFrom };
  }

  /** The stored records stay if this fails. */
  private async analyse(auth: AuthContext, starts: readonly Date[]): Promise<void> {
    try {
      await this.stores.transaction(auth, (db) => db.query(ANALYSE_NEW_MONTHS, [starts]));
    } catch (error) {
      this.logger.warn({ msg: 'new months not analysed', reason: reasonOf(error) });
    }
  }

  // Before the transaction opens, so that sealing happens without a leased connection or a locked
  // row.
  private async sealed(auth: AuthContext, winners: readonly CallRecord[]): Promise<SealedCall[]> {
    const tenant = { clientId: auth.clientId, dataEnv: auth.dataEnv };
    const keys = {
      encryption: await this.keys.current(tenant, 'encryption'),
      matching: await this.keys.current(tenant, 'matching'),
    };
    return mapCooperatively(winners, (record) => sealCall(tenant, keys, record));
  }
}

// The most of each character in one record. A call with long transcripts has far fewer; more of
// them in one JSON.parse would block the event loop. In ASCII: comma, opening brace, opening
// bracket.
const MOST_OF: readonly (readonly [byte: number, most: number])[] = [
  [0x2c, 50_000],
  [0x7b, 20_000],
  [0x5b, 20_000],
];

function readRecord(raw: unknown): ReturnType<typeof parseCallRecord> {
  if (!(raw instanceof RecordText)) return parseCallRecord(raw);
  if (MOST_OF.some(([byte, most]) => countsOver(raw.bytes, byte, most))) {
    return refusal(
      'out_of_range',
      'Must have at most 50,000 commas, 20,000 opening braces and 20,000 opening brackets.',
    );
  }
  const fault = utf8Fault(raw.bytes, ['record']);
  if (fault) return refusal('invalid_json', `The record ${fault.message}.`);
  let value: unknown;
  try {
    value = JSON.parse(raw.bytes.toString('utf8'));
  } catch {
    return refusal('invalid_json', 'Each record must be one JSON object.');
  }
  const repeated = repeatedNameFault(raw.bytes, value, ['record']);
  if (repeated) return refusal('invalid_json', `${repeated.loc.join('.')} ${repeated.message}.`);
  return parseCallRecord(value);
}

const refusal = (
  code: 'out_of_range' | 'invalid_json',
  message: string,
): ReturnType<typeof parseCallRecord> => ({
  ok: false,
  error: { call_id: null, code, field: 'record', message },
});

/** Whether a byte occurs more often than this. */
function countsOver(bytes: Buffer, wanted: number, most: number): boolean {
  if (bytes.length <= most) return false;
  let count = 0;
  for (let at = bytes.indexOf(wanted); at !== -1 && count <= most; at = bytes.indexOf(wanted, at + 1))
    count += 1;
  return count > most;
}

/**
 * The written calls in the form of the event.
 * @param written as returned by writeCalls
 */
const changesOf = (
  sealed: readonly SealedCall[],
  written: ReadonlyMap<string, number | null>,
): CallsChanged =>
  new CallsChanged(
    sealed
      .filter(({ record }) => written.has(record.callId))
      .map(({ record: { callId, projectId, campaignId, contactId, direction, callStatus, startedAt } }) => ({
        callId,
        projectId,
        campaignId,
        contactId,
        direction,
        callStatus,
        startedAt,
        isNew: written.get(callId) === null,
      })),
  );

/** One start time in each month of the records. */
function monthsOf(records: readonly CallRecord[]): Date[] {
  const months = new Map<string, Date>();
  for (const { startedAt } of records) {
    months.set(`${startedAt.getUTCFullYear()} ${startedAt.getUTCMonth()}`, startedAt);
  }
  return [...months.values()];
}

const isDropped = ({ startedAt }: CallRecord, keptFrom: Date | null): boolean =>
  keptFrom !== null && startedAt < keptFrom;

const startFault = (record: CallRecord, latest: number): Omit<IngestError, 'index'> | null =>
  record.startedAt.getTime() <= latest ? null : badStart(record, 'Must not be more than 400 days ahead.');

const pastRetention = (record: CallRecord): Omit<IngestError, 'index'> =>
  badStart(record, 'Calls from this time are older than their retention period.');

const badStart = (record: CallRecord, message: string): Omit<IngestError, 'index'> => ({
  call_id: record.callId,
  code: 'out_of_range',
  field: 'started_at_utc',
  message,
});

const unknownProject = (record: CallRecord): Omit<IngestError, 'index'> => ({
  call_id: record.callId,
  code: 'unknown_project',
  field: 'project_id',
  message: 'Must be a project of this client and data environment.',
});
