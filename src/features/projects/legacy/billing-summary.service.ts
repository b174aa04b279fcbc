import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { decimal4 } from '../../../core/http/fields/numbers.policy.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { resolveDateRange } from '../../../core/time/date-range.policy.js';
import type { LegacyProjectRecord } from '../rules/legacy-project.js';
import { priceCalls, type BillableCalls } from './billing.policy.js';
import { BillingSummaryRequest } from './legacy-billing.request.js';
import { BillingSummaryResponse } from './legacy-billing.response.js';
import { BILLABLE_CALLS, LEGACY_PROJECT } from './legacy.queries.js';

/** Estimates the cost of the calls in a range (projects 7.6). */
@Injectable()
export class BillingSummaryService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly stores: TenantStores,
    private readonly clock: Clock,
  ) {}

  /** Uses the current terms. @throws 422 naming the date or zone that cannot be read */
  async summarise(
    auth: AuthContext,
    projectId: string,
    request: BillingSummaryRequest,
  ): Promise<BillingSummaryResponse> {
    const { start_date: start, end_date: end, timezone } = request;
    const range = resolveDateRange({ start, end, timezone }, this.clock.now());
    const [project] = await this.metadata.read(auth, (db) =>
      db.query<LegacyProjectRecord>(LEGACY_PROJECT, [projectId]),
    );
    if (!project) throw notFound();
    const [calls] = await this.stores.read<BillableCalls & object>(
      auth,
      { ...BILLABLE_CALLS, values: [projectId, range.from, range.to, project.minimum_billable_seconds] },
      { isLong: true },
    );
    return {
      project_id: project.project_id,
      client_id: project.client_id,
      currency: project.currency,
      billing_model: project.billing_model,
      rate_per_minute: decimal4(project.rate_per_minute),
      minimum_billable_seconds: project.minimum_billable_seconds,
      start_date: range.from.toISOString(),
      // Inclusive, so that both can be sent again and mean the same range. A range that no clock
      // shows has no last instant.
      end_date: new Date(Math.max(range.from.getTime(), range.to.getTime() - 1)).toISOString(),
      timezone: range.timezone,
      ...priceCalls(calls!, project),
    };
  }
}
