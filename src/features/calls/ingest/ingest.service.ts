import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { ProjectEntity } from '../../../core/metadata/entities/project.entities.js';
import { MetadataStore } from '../../../core/metadata/metadata-store.js';
import { TenantKeys } from '../../../core/privacy/tenant-keys.js';
import { TenantStores } from '../../../core/tenancy/tenant-stores.js';
import { chunksOf, planBatch, settleBatch } from './batch.policy.js';
import type { BatchCounts } from './batch.policy.js';
import type { CallRecord } from './call-record.js';
import { parseCallRecord } from './call-record.policy.js';
import { mapInSlices } from './in-slices.js';
import { writeCalls } from './ingest.queries.js';
import { NdjsonLine } from './ingest.request.js';
import type { IngestError, IngestResponse } from './ingest.response.js';
import { sealCall } from './sealed-call.js';
import type { SealedCall } from './sealed-call.js';

interface NumberedRecord {
  readonly index: number;
  readonly record: CallRecord;
}

/** Takes call data in (design: "Call data comes in through the front door"). */
@Injectable()
export class IngestService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly keys: TenantKeys,
    private readonly stores: TenantStores,
  ) {}

  /**
   * Writes one batch. Repeating it, whole or in part and from anywhere, changes nothing more.
   * @param records JSON of any kind, or lines of NDJSON
   * @throws 503 when a store or a key cannot be had; nothing of the batch is stored then
   */
  async ingest(auth: AuthContext, records: readonly unknown[]): Promise<IngestResponse> {
    const errors: IngestError[] = [];
    const parsed: NumberedRecord[] = [];
    await mapInSlices(records, (raw, index) => {
      const result = readRecord(raw);
      if (result.ok) parsed.push({ index, record: result.record });
      else errors.push({ index, ...result.error });
    });
    const projects = await this.ownProjects(auth, parsed);
    const sound: CallRecord[] = [];
    for (const { index, record } of parsed) {
      if (projects.has(record.projectId)) sound.push(record);
      else errors.push({ index, ...unknownProject(record) });
    }
    errors.sort((one, other) => one.index - other.index);
    return { ...(await this.store(auth, sound)), rejected: errors.length, errors };
  }

  /** Archived projects count too: calls that end after the archiving must not be lost. */
  private async ownProjects(
    auth: AuthContext,
    parsed: readonly NumberedRecord[],
  ): Promise<ReadonlySet<string>> {
    const named = [...new Set(parsed.map(({ record }) => record.projectId))];
    if (named.length === 0) return new Set();
    const rows = await this.metadata.read(auth, (db) =>
      db.repo(ProjectEntity).find({ projectId: In(named) }),
    );
    return new Set(rows.map((row) => row.projectId));
  }

  private async store(auth: AuthContext, records: readonly CallRecord[]): Promise<BatchCounts> {
    if (records.length === 0) return { accepted: 0, updated: 0, unchanged: 0 };
    const sealed = await this.sealed(auth, planBatch(records, new Map()).winners);
    const chunks = chunksOf(sealed);
    const prior = await this.stores.write(auth, async (db) => {
      const written = new Map<string, number | null>();
      for (const chunk of chunks) {
        for (const [callId, revision] of await writeCalls(db, auth, chunk)) written.set(callId, revision);
      }
      return written;
    });
    return settleBatch(records, prior);
  }

  // Before the transaction opens, so that no connection is leased and no row locked while the processor works.
  private async sealed(auth: AuthContext, winners: readonly CallRecord[]): Promise<SealedCall[]> {
    const tenant = { clientId: auth.clientId, dataEnv: auth.dataEnv };
    const keys = {
      encryption: await this.keys.current(tenant, 'encryption'),
      matching: await this.keys.current(tenant, 'matching'),
    };
    return mapInSlices(winners, (record) => sealCall(tenant, keys, record));
  }
}

function readRecord(raw: unknown): ReturnType<typeof parseCallRecord> {
  if (!(raw instanceof NdjsonLine)) return parseCallRecord(raw);
  let value: unknown;
  try {
    value = JSON.parse(raw.text);
  } catch {
    const message = 'Each line must be one JSON object.';
    return { ok: false, error: { call_id: null, code: 'invalid_json', field: 'record', message } };
  }
  return parseCallRecord(value);
}

const unknownProject = (record: CallRecord): Omit<IngestError, 'index'> => ({
  call_id: record.callId,
  code: 'unknown_project',
  field: 'project_id',
  message: 'Must be a project of this client and data environment.',
});
