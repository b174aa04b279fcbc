import { Logger } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { FileStore } from '../../../core/files/file-store.js';
import {
  systemContext,
  UNPROVEN,
  type AuthContext,
  type DataEnv,
} from '../../../core/shared/auth-context.js';
import { LoggableError, reasonOf } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { ACCOUNT_EXPORT_ACTIONS } from '../account-exports.audit.js';
import { fileNameOf } from '../lookup/export-file.js';
import { WRITE_EXPORT, type ExportJob } from '../lookup/write-exports.js';
import type { ExportFormat, FailureCode } from '../rules/export-words.js';
import { expiryOf, MAX_ATTEMPTS, SILENT_MS } from '../rules/lifetime.policy.js';
import { ExportNotice } from './export-notice.js';
import { ExportWriter, type WritingProgress } from './export-writer.service.js';
import { CLAIM_EXPORT, DUE_EXPORTS, FAIL_EXPORT, FINISH_EXPORT, REPORT_PROGRESS } from './writing.queries.js';

// A twelfth of the silence after which another worker starts over, so a single lost report does
// not end the attempt.
const REPORT_EVERY_MS = SILENT_MS / 12;

interface Claimed {
  readonly export_id: string;
  readonly sections: readonly string[];
  readonly format: ExportFormat;
  readonly requested_by: string;
  readonly attempts: number;
}

interface DueExport {
  readonly client_id: string;
  readonly data_env: DataEnv;
  readonly export_id: string;
}

export const toJob = (row: DueExport): ExportJob => ({
  clientId: row.client_id,
  dataEnv: row.data_env,
  exportId: row.export_id,
});

/**
 * Writes an export, in attempts: one that ends with its worker is followed by a new one from the
 * beginning, and only the current one may finish (account-exports 2.2).
 */
@HandlesJob()
export class WriteExportJob implements JobHandler<ExportJob> {
  readonly kind = WRITE_EXPORT;
  readonly schedule = '* * * * *';
  private readonly logger = new Logger(WriteExportJob.name);

  constructor(
    private readonly metadata: MetadataStore,
    private readonly system: SystemQueries,
    private readonly writer: ExportWriter,
    private readonly files: FileStore,
    private readonly notices: Notices,
    private readonly notice: ExportNotice,
    private readonly clock: Clock,
  ) {}

  async plan(): Promise<readonly ExportJob[]> {
    return (await this.system.query<DueExport>(DUE_EXPORTS, [this.silentSince()])).map(toJob);
  }

  async handle({ exportId, ...tenant }: ExportJob): Promise<void> {
    const auth = systemContext(tenant, 'worker');
    const now = this.clock.now();
    const [claimed] = await this.metadata.transaction(auth, (tx) =>
      tx.query<Claimed>(CLAIM_EXPORT, [exportId, now, this.silentSince()]),
    );
    if (!claimed) return;
    if (claimed.attempts > MAX_ATTEMPTS) return this.fail(auth, claimed, 'could_not_finish');
    try {
      await this.attempt(auth, claimed, now);
    } catch (error) {
      const reason = reasonOf(error);
      this.logger.warn({ msg: 'account export not written', attempt: claimed.attempts, reason });
      if (claimed.attempts < MAX_ATTEMPTS) return;
      const isStorage = reason.startsWith('file store:');
      await this.fail(auth, claimed, isStorage ? 'storage_unavailable' : 'could_not_finish');
    }
  }

  private async attempt(auth: AuthContext, claimed: Claimed, startedAt: Date): Promise<void> {
    const { export_id: exportId, sections, format, attempts } = claimed;
    const person: AuthContext = {
      clientId: auth.clientId,
      dataEnv: auth.dataEnv,
      scope: 'client_admin',
      principal: { kind: 'bearer', id: claimed.requested_by, organisationId: null, ...UNPROVEN },
    };
    const name = fileNameOf(exportId, attempts);
    const progress: WritingProgress = { filesTotal: 0, filesDone: 0, rows: 0 };
    const over = new AbortController();
    const timer = setInterval(() => void this.report(auth, claimed, progress, over), REPORT_EVERY_MS);
    try {
      const terms = { exportId, sections, format, startedAt, name, signal: over.signal };
      const file = await this.writer.write(person, terms, progress);
      const readyAt = this.clock.now();
      const expiresAt = expiryOf(readyAt);
      const isCurrent = await this.metadata.transaction(auth, async (tx) => {
        const rows = await tx.query(FINISH_EXPORT, [
          ...[exportId, attempts, readyAt, expiresAt],
          ...[file.bytes, file.sha256, file.keyId, progress.rows, progress.filesTotal],
        ]);
        if (rows.length === 0) return false;
        await tx.auditDone(ACCOUNT_EXPORT_ACTIONS.ready, {
          export_id: exportId,
          rows: progress.rows,
          bytes: file.bytes,
        });
        await this.tell(tx, auth, claimed, expiresAt);
        return true;
      });
      if (!isCurrent) await this.files.delete(name);
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * A store that briefly does not answer does not end the export; another worker that has taken it
   * over does.
   */
  private async report(
    auth: AuthContext,
    { export_id: exportId, attempts }: Claimed,
    { filesDone, filesTotal, rows }: WritingProgress,
    over: AbortController,
  ): Promise<void> {
    try {
      const found = await this.metadata.transaction(auth, (tx) =>
        tx.query(REPORT_PROGRESS, [exportId, attempts, this.clock.now(), filesDone, filesTotal, rows]),
      );
      if (found.length === 0) over.abort(new LoggableError('the export has another attempt'));
    } catch (error) {
      this.logger.warn({ msg: 'progress of an account export not reported', reason: reasonOf(error) });
    }
  }

  private async fail(auth: AuthContext, claimed: Claimed, code: FailureCode): Promise<void> {
    const { export_id: exportId, attempts } = claimed;
    await this.metadata.transaction(auth, async (tx) => {
      const failed = await tx.query(FAIL_EXPORT, [exportId, attempts, code]);
      if (failed.length === 0) return;
      await tx.audit({
        action: ACCOUNT_EXPORT_ACTIONS.failed,
        outcome: 'failed',
        metadata: { export_id: exportId, failure_code: code },
      });
      await this.tell(tx, auth, claimed, null);
    });
  }

  /** @param expiresAt when its file is deleted; null: the export failed */
  private tell(
    tx: UnitOfWork,
    tenant: AuthContext,
    { export_id: subject, attempts }: Claimed,
    expiresAt: Date | null,
  ): Promise<number> {
    const facts = { expires_at: expiresAt?.toISOString() ?? null };
    return this.notices.tell(tx, { tenant, kind: this.notice, subject, period: String(attempts), facts });
  }

  private silentSince(): Date {
    return new Date(this.clock.now().getTime() - SILENT_MS);
  }
}
