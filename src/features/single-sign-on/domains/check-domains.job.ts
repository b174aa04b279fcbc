import { Logger } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { TextRecords } from '../../../core/outbound-http/text-records.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';
import { Clock } from '../../../core/time/clock.js';
import { HandlesJob } from '../../../core/work/jobs/job-handler.js';
import { TenantJob } from '../../../core/work/jobs/tenant-job.js';
import { isProven, recordOf, statusAfterCheck } from '../rules/domain.policy.js';
import { SSO_ACTIONS } from '../single-sign-on.audit.js';
import { DomainRows } from './domain-rows.service.js';
import { TENANTS_WITH_DOMAINS } from './domain-checks.queries.js';

export const CHECK_DOMAINS = jobKind<Tenant>('single-sign-on.check-domains');

/** Checks verified domains again (single-sign-on 3.4). */
@HandlesJob()
export class CheckDomainsJob extends TenantJob {
  readonly kind = CHECK_DOMAINS;
  readonly schedule = '20 3 * * *';
  private readonly logger = new Logger(CheckDomainsJob.name);

  constructor(
    private readonly reads: SystemQueries,
    private readonly metadata: MetadataStore,
    private readonly rows: DomainRows,
    private readonly records: TextRecords,
    private readonly clock: Clock,
  ) {
    super();
  }

  plan(): Promise<readonly Tenant[]> {
    return this.reads.tenants(TENANTS_WITH_DOMAINS, []);
  }

  protected async work(auth: AuthContext): Promise<void> {
    for (const row of await this.metadata.read(auth, (db) => this.rows.verified(db))) {
      const { name, value } = recordOf(row.domain, row.token);
      const seen = await this.records.of(name);
      const now = this.clock.now();
      const isFound = seen && isProven(seen, value);
      const status = statusAfterCheck(row, isFound, now);
      await this.metadata.transaction(auth, async (tx) => {
        const isSaved = await this.rows.save(tx, row, {
          status,
          checkedAt: now,
          ...(isFound === true && { lastFoundAt: now }),
        });
        if (isSaved && status === 'lost') await tx.auditDone(SSO_ACTIONS.domainLost, { domain: row.domain });
      });
      if (isFound !== true) this.logger.warn({ msg: 'the record of a domain was not found', status });
    }
  }
}
