import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { HandlesWork, type WorkHandler } from '../../../core/work/work-handler.js';
import type { WorkLease } from '../../../core/work/work-lease.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { TELL_KNOWLEDGE, type TellKnowledge } from '../rules/tell-knowledge.js';
import { BuildNotice } from './build-notice.js';
import { PageNotice } from './page-notice.js';

/**
 * Sends notices of builds and pages. These are in the tenant's store and notices are not, so one
 * transaction cannot write both.
 */
@HandlesWork()
export class TellKnowledgeHandler implements WorkHandler<TellKnowledge> {
  readonly kind = TELL_KNOWLEDGE;

  constructor(
    private readonly metadata: MetadataStore,
    private readonly notices: Notices,
    private readonly build: BuildNotice,
    private readonly page: PageNotice,
  ) {}

  async work({ auth, items }: WorkLease<TellKnowledge>): Promise<void> {
    for (const { payload } of items)
      await this.metadata.transaction(auth, async (tx) => {
        if ('buildId' in payload) {
          const { projectId, buildId, ...result } = payload;
          const facts = { project_id: projectId, ...result };
          const about = { tenant: auth, subject: projectId, period: buildId };
          await this.notices.tell(tx, { ...about, kind: this.build, facts });
        } else {
          const { projectId, sourceId, etag, code } = payload;
          const facts = { project_id: projectId, code };
          const about = { tenant: auth, subject: sourceId, period: etag };
          await this.notices.tell(tx, { ...about, kind: this.page, facts });
        }
      });
  }
}
