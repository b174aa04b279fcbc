import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { FileStore } from '../../../core/files/file-store.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import type { SourceRow } from '../lookup/sources.queries.js';
import { CLEAR_UPLOAD, type ClearUpload } from '../rules/source-work.js';
import { SOURCE_TO_READ } from './contents.queries.js';

/** Deletes uploaded files that were read, replaced, or never recorded (knowledge 3.2). */
@HandlesWork()
export class ClearUploadHandler implements WorkHandler<ClearUpload> {
  readonly kind = CLEAR_UPLOAD;

  constructor(
    private readonly stores: TenantStores,
    private readonly files: FileStore,
  ) {}

  async work({ auth, items }: WorkLease<ClearUpload>): Promise<void> {
    for (const { payload } of items) {
      const values = [payload.sourceId];
      const [row] = await this.stores.read<SourceRow>(auth, { ...SOURCE_TO_READ, values });
      // An upload that is still waiting is deleted once it has been processed.
      if (row?.upload_name !== payload.name) await this.files.delete(payload.name);
    }
  }
}
