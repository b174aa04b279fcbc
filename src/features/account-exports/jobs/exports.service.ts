import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { validationFailed } from '../../../core/shared/platform-error.js';
import { Clock } from '../../../core/time/clock.js';
import { ACCOUNT_EXPORT_ACTIONS } from '../account-exports.audit.js';
import {
  shownExport,
  type AccountExportResponse,
  type AccountExportsResponse,
} from '../lookup/account-export.response.js';
import { ExportedFiles } from '../lookup/exported-files.service.js';
import { ADD_EXPORT, LIST_EXPORTS, type ExportRow } from '../lookup/exports.queries.js';
import { getExport } from '../lookup/get-export.js';
import { WRITE_EXPORT } from '../lookup/write-exports.js';
import type { StartAccountExportRequest } from '../rules/exports.request.js';

/** Starts account exports and shows them (account-exports section 1). */
@Injectable()
export class AccountExportsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly files: ExportedFiles,
    private readonly clock: Clock,
  ) {}

  async list(auth: AuthContext): Promise<AccountExportsResponse> {
    const rows = await this.metadata.read(auth, (db) => db.query<ExportRow>(LIST_EXPORTS));
    const now = this.clock.now();
    return { items: rows.map((row) => shownExport(row, now)), available_sections: this.files.sections };
  }

  /** @throws 404 */
  async get(auth: AuthContext, exportId: string): Promise<AccountExportResponse> {
    const row = await this.metadata.read(auth, (db) => getExport(db, exportId));
    return shownExport(row, this.clock.now());
  }

  /** @throws 400 for an unknown section */
  start(
    auth: AuthContext,
    { sections = this.files.sections, format }: StartAccountExportRequest,
    reservation: Reservation | null,
  ): Promise<AccountExportResponse> {
    const known = this.files.sections;
    const unknown = sections.flatMap((name, index) =>
      known.includes(name)
        ? []
        : [
            {
              loc: ['body', 'sections', index],
              message: `must be one of ${known.join(', ')}`,
              type: 'is_in',
            },
          ],
    );
    if (unknown.length > 0) throw validationFailed(...unknown);
    const { clientId, dataEnv } = auth;
    const exportId = randomUUID();
    const now = this.clock.now();
    const chosen = [...sections].toSorted();
    return this.metadata.transaction(auth, async (tx) => {
      const [row] = await tx.query<ExportRow>(ADD_EXPORT, [exportId, chosen, format, auth.principal.id, now]);
      await tx.enqueue(WRITE_EXPORT, { clientId, dataEnv, exportId });
      await tx.auditDone(ACCOUNT_EXPORT_ACTIONS.requested, {
        export_id: exportId,
        sections: chosen.join(','),
        format,
      });
      return tx.complete(reservation, shownExport(row!, now));
    });
  }
}
