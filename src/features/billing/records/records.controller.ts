import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { METERING_STAFF } from '../rules/callers.js';
import { AggregationRecordsRequest, ReconciliationRecordsRequest } from './records.request.js';
import { AggregationRecordsResponse, ReconciliationRecordsResponse } from './records.response.js';
import { MeteringRecordsService } from './records.service.js';

/** billing section 12. */
@Routes('v1/billing/metered', 'Billing')
export class MeteringRecordsController {
  constructor(private readonly records: MeteringRecordsService) {}

  @Get('aggregation-records')
  @Access(METERING_STAFF)
  @Operation('Lists usage by hour, and whether it reached the billing provider.')
  @Answers(AggregationRecordsResponse)
  listAggregationRecords(
    @Auth() auth: AuthContext,
    @Query() request: AggregationRecordsRequest,
  ): Promise<AggregationRecordsResponse> {
    return this.records.aggregations(auth, request);
  }

  @Get('reconciliation-records')
  @Access(METERING_STAFF)
  @Operation('Lists comparisons of measured, stored and provider-counted usage.')
  @Answers(ReconciliationRecordsResponse)
  listReconciliationRecords(
    @Auth() auth: AuthContext,
    @Query() request: ReconciliationRecordsRequest,
  ): Promise<ReconciliationRecordsResponse> {
    return this.records.reconciliations(auth, request);
  }
}
