import { TransactionEvents } from '../../../core/work/events/transaction-events.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkItem, WorkLease } from '../../../core/work/work-lease.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { KNOWLEDGE_ACTIONS } from '../knowledge.audit.js';
import { KnowledgeSourceChanged } from '../knowledge.events.js';
import { TAKE_SOURCES_TURN, type SourceRow } from '../lookup/sources.queries.js';
import { carriedOver, mayEnterBuild } from '../rules/findings.policy.js';
import { isStillDue, nextFetchAt } from '../rules/refresh.policy.js';
import { MOST_TEXT_BYTES } from '../rules/source-limits.js';
import type { FailureCode } from '../rules/source-words.js';
import { CLEAR_UPLOAD, READ_SOURCE, type ReadSource } from '../rules/source-work.js';
import { TELL_KNOWLEDGE, type PageTrouble } from '../rules/tell-knowledge.js';
import {
  COUNT_BLOCKS,
  FORGET_BLOCKS,
  HOLD_READ_SOURCE,
  IS_AT_REST,
  POSTPONE_FETCH,
  RECORD_FAILURE,
  RECORD_TEXT,
  SOURCE_TO_READ,
  TEXT_OF_OTHERS,
} from './contents.queries.js';
import { SourceReader, type ReadContent } from './source-reader.service.js';
import { TextWriter } from './text-writer.service.js';

/**
 * Content that ends its worker this often is abandoned within an hour. Without the file store or
 * the tenant's keys it is retried for some five hours; then its upload is deleted.
 */
const MOST_ATTEMPTS = 16;

/** Reads the contents of sources, and records their texts (knowledge sections 3 and 4). */
@HandlesWork()
export class ReadSourceHandler implements WorkHandler<ReadSource> {
  readonly kind = READ_SOURCE;

  constructor(
    private readonly stores: TenantStores,
    private readonly metadata: MetadataStore,
    private readonly reader: SourceReader,
    private readonly texts: TextWriter,
    private readonly events: TransactionEvents,
    private readonly clock: Clock,
  ) {}

  async work({ auth, items }: WorkLease<ReadSource>): Promise<void> {
    for (const item of items) await this.readOnce(auth, item);
  }

  private async readOnce(auth: AuthContext, { payload, attempt }: WorkItem<ReadSource>): Promise<void> {
    const { sourceId, due } = payload;
    const [row] = await this.stores.read<SourceRow>(auth, { ...SOURCE_TO_READ, values: [sourceId] });
    // The source was deleted, another upload replaced this one, or the period has changed.
    if (!row || (row.kind !== 'url' && row.upload_name === null)) return;
    if (due !== undefined && !isStillDue(due, row.next_fetch_at)) return;
    if (due !== undefined && (await this.isAtRest(auth, row.project_id))) {
      await this.stores.transaction(auth, async (tx) => {
        await tx.query(POSTPONE_FETCH, [sourceId, await this.schedule(tx, row)]);
      });
      return;
    }
    const read = attempt > MOST_ATTEMPTS ? 'damaged' : await this.reader.read(auth, row);
    if (typeof read === 'string') await this.recordFailure(auth, row, read);
    else await this.record(auth, row, read);
  }

  private async isAtRest(auth: AuthContext, projectId: string): Promise<boolean> {
    const [found] = await this.metadata.read(auth, (db) =>
      db.query<{ is_at_rest: boolean }>(IS_AT_REST, [projectId]),
    );
    return found!.is_at_rest;
  }

  private async record(auth: AuthContext, row: SourceRow, read: ReadContent): Promise<void> {
    const { source_id: id } = row;
    const known = read.hashes.find((hash) => hash === row.content_hash);
    const hash = known ?? read.hashes[0]!;
    if (known === undefined) await this.texts.write(auth, id, hash, read.blocks);
    // If another worker finished reading meanwhile, what this one wrote is deleted.
    while (!(await this.stores.transaction(auth, (tx) => this.recordText(tx, row, read, hash))))
      await this.texts.write(auth, id, hash, read.blocks);
  }

  /** @returns false if passages of the text are missing */
  private async recordText(
    tx: UnitOfWork,
    row: SourceRow,
    read: ReadContent,
    hash: string,
  ): Promise<boolean> {
    const { source_id: id } = row;
    await tx.query(TAKE_SOURCES_TURN, [row.project_id]);
    const held = await hold(tx, row);
    if (!held) return true;
    const [stored] = await tx.query<{ blocks: number }>(COUNT_BLOCKS, [id, hash]);
    if (stored!.blocks !== read.blocks.length) return false;
    const [others] = await tx.query<{ bytes: number }>(TEXT_OF_OTHERS, [row.project_id, id]);
    if (others!.bytes + read.textBytes > MOST_TEXT_BYTES) {
      await this.fail(tx, held, 'project_full');
      return true;
    }
    const isSame = hash === held.content_hash;
    const findings = carriedOver(read.findings, held.findings);
    const etag = newEtag();
    await tx.query(RECORD_TEXT, [
      ...[id, read.mediaType, read.bytes, read.textBytes, hash, JSON.stringify(findings), this.clock.now()],
      ...[await this.schedule(tx, held), etag],
    ]);
    if (mayEnterBuild(held.content_hash, held.findings) && !mayEnterBuild(hash, findings))
      await tellOfPage(tx, held, etag, 'held_back');
    // A build that has just started reads the text that was valid before.
    await tx.query(FORGET_BLOCKS, [id, [hash, held.content_hash ?? hash]]);
    await this.ended(tx, held, isSame ? 'unchanged' : 'changed');
    if (!isSame && held.kind === 'url' && held.content_hash !== null)
      await this.events.publish(tx, new KnowledgeSourceChanged(row.project_id, id));
    return true;
  }

  private async recordFailure(auth: AuthContext, row: SourceRow, code: FailureCode): Promise<void> {
    await this.stores.transaction(auth, async (tx) => {
      const held = await hold(tx, row);
      if (held) await this.fail(tx, held, code);
    });
  }

  private async fail(tx: UnitOfWork, held: SourceRow, code: FailureCode): Promise<void> {
    const { source_id: id, content_hash: hash } = held;
    const etag = newEtag();
    await tx.query(RECORD_FAILURE, [id, code, this.clock.now(), await this.schedule(tx, held), etag]);
    await tx.query(FORGET_BLOCKS, [id, hash === null ? [] : [hash]]);
    await this.ended(tx, held, code);
    await tellOfPage(tx, held, etag, code);
  }

  private async ended(tx: UnitOfWork, held: SourceRow, result: string): Promise<void> {
    const { source_id: sourceId, project_id, upload_name: name } = held;
    if (name !== null) await tx.enqueue(CLEAR_UPLOAD, { sourceId, name });
    await tx.auditDone(KNOWLEDGE_ACTIONS.sourceRead, { project_id, source_id: sourceId, result });
  }

  private async schedule(tx: UnitOfWork, { source_id: sourceId, refresh }: SourceRow): Promise<Date | null> {
    const next = nextFetchAt(refresh, this.clock.now());
    if (next !== null)
      await tx.enqueue(READ_SOURCE, { sourceId, due: next.toISOString() }, { notBefore: next });
    return next;
  }
}

/**
 * A reading requested by a person first makes the source pending, so only a scheduled one finds it
 * ready.
 */
async function tellOfPage(tx: UnitOfWork, held: SourceRow, etag: string, code: PageTrouble): Promise<void> {
  const { source_id: sourceId, project_id: projectId } = held;
  if (held.kind === 'url' && held.status === 'ready')
    await tx.enqueue(TELL_KNOWLEDGE, { projectId, sourceId, etag, code });
}

/**
 * The source, unless it was deleted meanwhile or waits for another upload, which has its own work
 * item.
 */
async function hold(tx: UnitOfWork, row: SourceRow): Promise<SourceRow | undefined> {
  const [held] = await tx.query<SourceRow>(HOLD_READ_SOURCE, [row.source_id, row.upload_name]);
  return held;
}
