import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { FileStore } from '../../../core/files/file-store.js';
import { systemContext } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesJob, type JobHandler } from '../../../core/work/jobs/job-handler.js';
import { ACCOUNT_EXPORT_ACTIONS } from '../account-exports.audit.js';
import { prefixOf } from '../lookup/export-file.js';
import { DELETE_EXPORT, type ExportJob } from '../lookup/write-exports.js';
import { toJob } from './write-export.job.js';
import { CLEAR_EXPORT, ENDED_EXPORTS, EXPIRE_EXPORT } from './writing.queries.js';

/** Deletes the files of exports that expired or failed (account-exports 2.4). */
@HandlesJob()
export class DeleteExportJob implements JobHandler<ExportJob> {
  readonly kind = DELETE_EXPORT;
  readonly schedule = '* * * * *';

  constructor(
    private readonly metadata: MetadataStore,
    private readonly system: SystemQueries,
    private readonly files: FileStore,
    private readonly clock: Clock,
  ) {}

  async plan(): Promise<readonly ExportJob[]> {
    const rows = await this.system.query<Parameters<typeof toJob>[0]>(ENDED_EXPORTS, [this.clock.now()]);
    return rows.map(toJob);
  }

  /** The row is updated before the file is deleted, so that no response promises a missing file. */
  async handle({ exportId, ...tenant }: ExportJob): Promise<void> {
    const auth = systemContext(tenant, 'worker');
    await this.metadata.transaction(auth, async (tx) => {
      const expired = await tx.query(EXPIRE_EXPORT, [exportId, this.clock.now()]);
      if (expired.length > 0)
        await tx.auditDone(ACCOUNT_EXPORT_ACTIONS.expired, { export_id: exportId, reason: 'time' });
    });
    for await (const { name } of this.files.list(prefixOf(exportId))) await this.files.delete(name);
    await this.metadata.transaction(auth, (tx) => tx.query(CLEAR_EXPORT, [exportId]));
  }
}
