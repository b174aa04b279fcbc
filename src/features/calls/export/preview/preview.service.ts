import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { MetadataStore } from '../../../../core/database/metadata/metadata-store.js';
import { CALL_ACTIONS } from '../../calls.audit.js';
import { ExportAdmission } from '../runs/export-admission.service.js';
import { exportAudit, type ExportEnd } from '../governance/export-audit.policy.js';
import type { GrantedExport } from '../governance/export-decision.policy.js';
import { endOf } from '../runs/export-end.js';
import { ExportPlans } from '../export-plans.service.js';
import type { ExportRequest } from '../export-request.policy.js';
import type { ExportTally } from '../governance/export-tally.js';
import { PreviewCounter } from './preview-counter.service.js';
import { asPreview } from './preview.policy.js';
import type { ExportPreviewResponse } from './preview.response.js';

/** Describes the content of an export in advance (calls-export section 10). */
@Injectable()
export class ExportPreviewService {
  constructor(
    private readonly plans: ExportPlans,
    private readonly admission: ExportAdmission,
    private readonly counter: PreviewCounter,
    private readonly metadata: MetadataStore,
  ) {}

  /**
   * Audits its outcome, except for a body that cannot be read (calls-export 9.6, 10.7).
   * @throws 422, 400, 403, 404, 413 and 503 in the order of calls-export 3.1
   */
  async preview(auth: AuthContext, body: Readonly<Record<string, unknown>>): Promise<ExportPreviewResponse> {
    const request = this.plans.read(auth, body);
    const { granted, tally } = await this.count(auth, request);
    await this.audit(auth, request, granted, tally, { code: 'PREVIEWED', outcome: 'success' });
    return asPreview(granted, tally);
  }

  private async count(
    auth: AuthContext,
    request: ExportRequest,
  ): Promise<{ readonly granted: GrantedExport; readonly tally: ExportTally }> {
    let granted: GrantedExport | null = null;
    try {
      const plan = await this.admission.inTurnOfTenant(auth, () => this.plans.make(auth, request));
      ({ granted } = plan);
      return { granted, tally: await this.counter.count(auth, plan) };
    } catch (error) {
      await this.audit(auth, request, granted, null, endOf(error));
      throw error;
    }
  }

  private async audit(
    auth: AuthContext,
    request: ExportRequest,
    granted: GrantedExport | null,
    tally: ExportTally | null,
    end: ExportEnd,
  ): Promise<void> {
    const row = exportAudit(request, granted, tally, end, CALL_ACTIONS.exportPreviewed);
    await this.metadata.recordAudit(auth, row);
  }
}
