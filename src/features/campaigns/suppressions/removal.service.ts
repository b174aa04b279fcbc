import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { requeueDecisions } from './requeue-decisions.js';
import { LOCK_CAMPAIGNS_OF_NUMBER, type SuppressionRow } from '../lookup/opt-outs.queries.js';
import { beginOptOut, suppressedAmong } from '../lookup/suppressed-numbers.js';
import { CAMPAIGN_ACTIONS } from '../campaigns.audit.js';
import { DELETE_SUPPRESSION, SUPPRESSION_BY_ID } from './suppressions.queries.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';

/** Removes suppressions (campaigns 8.5). */
@Injectable()
export class SuppressionRemovalService {
  constructor(
    private readonly stores: TenantStores,
    private readonly projects: ProjectVisibility,
    private readonly clock: Clock,
  ) {}

  /** @throws 404 for an unknown one, or one of a project that the caller cannot see */
  async remove(auth: AuthContext, suppressionId: string, reservation: Reservation | null): Promise<void> {
    if (!isGivenId(suppressionId)) throw notFound();
    const visible = await this.projects.campaignProjects(auth);
    await this.stores.transaction(auth, async (tx) => {
      const [row] = await tx.query<SuppressionRow>(SUPPRESSION_BY_ID, [suppressionId]);
      if (!row) throw notFound();
      const { project_id: projectId, reason } = row;
      if (visible !== 'all' && projectId !== null && !visible.includes(projectId)) throw notFound();
      await beginOptOut(tx, projectId);
      const [gone] = await tx.query<{ phone_hash: Buffer }>(DELETE_SUPPRESSION, [suppressionId]);
      if (!gone) throw notFound();
      const contacts = await this.release(tx, projectId, gone.phone_hash);
      await tx.auditDone(CAMPAIGN_ACTIONS.suppressionRemoved, {
        suppression_id: suppressionId,
        project_id: projectId,
        reason,
        contacts,
      });
      await tx.complete(reservation, {});
    });
  }

  /** @returns how many contacts may be called again */
  private async release(tx: UnitOfWork, projectId: string | null, hash: Buffer): Promise<number> {
    const campaigns = await tx.query<{ campaign_id: string; project_id: string }>(LOCK_CAMPAIGNS_OF_NUMBER, [
      projectId,
      [hash],
    ]);
    let changed = 0;
    for (const { campaign_id: campaignId, project_id: itsProject } of campaigns) {
      const isSuppressed = (await suppressedAmong(tx, itsProject, [hash])).size > 0;
      if (!isSuppressed) changed += await requeueDecisions(tx, campaignId, hash, this.clock.now());
    }
    return changed;
  }
}
