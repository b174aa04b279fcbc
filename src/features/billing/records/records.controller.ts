import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { METERING_STAFF } from '../rules/callers.js';
import { NamedClient } from '../rules/named-client.request.js';
import { AggregationRecordsResponse, ReconciliationRecordsResponse } from './records.response.js';
import { MeteringRecordsService } from './records.service.js';

/** billing section 12. */
@ApiTags('Billing')
@Controller('v1/billing/metered')
export class MeteringRecordsController {
  constructor(private readonly records: MeteringRecordsService) {}

  @Get('aggregation-records')
  @Access(METERING_STAFF)
  @ApiOperation({ summary: 'Usage by hours, and how far it is told to the billing provider.' })
  @ApiOkResponse({ type: AggregationRecordsResponse })
  listAggregationRecords(
    @Auth() auth: AuthContext,
    @Query() _query: NamedClient,
  ): Promise<AggregationRecordsResponse> {
    return this.records.aggregations(auth);
  }

  @Get('reconciliation-records')
  @Access(METERING_STAFF)
  @ApiOperation({ summary: 'Comparisons of what was used, what is stored and what the provider counts.' })
  @ApiOkResponse({ type: ReconciliationRecordsResponse })
  listReconciliationRecords(
    @Auth() auth: AuthContext,
    @Query() _query: NamedClient,
  ): Promise<ReconciliationRecordsResponse> {
    return this.records.reconciliations(auth);
  }
}
