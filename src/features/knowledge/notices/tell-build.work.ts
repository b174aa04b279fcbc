import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { TELL_BUILD, type TellBuild } from '../rules/tell-build.js';
import { BuildNotice } from './build-notice.js';

/** Sends notices of builds. Builds are in the tenant's store and notices are not, so one transaction cannot write both. */
@HandlesWork()
export class TellBuildHandler implements WorkHandler<TellBuild> {
  readonly kind = TELL_BUILD;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly notices: Notices,
    private readonly notice: BuildNotice,
  ) {}

  async work({ auth, items }: WorkLease<TellBuild>): Promise<void> {
    for (const { payload } of items) {
      const { projectId, buildId, ...counts } = payload;
      await this.metadata.transaction(auth, (tx) =>
        this.notices.tell(tx, {
          tenant: auth,
          kind: this.notice,
          subject: projectId,
          period: buildId,
          facts: { project_id: projectId, ...counts },
        }),
      );
    }
  }
}
