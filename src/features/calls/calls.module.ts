import { Module } from '@nestjs/common';
import { IngestController } from './ingest/ingest.controller.js';
import { IngestService } from './ingest/ingest.service.js';
import { CallOutcomesController } from './outcomes/outcomes.controller.js';
import { CallOutcomesService } from './outcomes/outcomes.service.js';
import { PrivacyAggregatesController } from './privacy-aggregates/privacy-aggregates.controller.js';
import { PrivacyAggregatesService } from './privacy-aggregates/privacy-aggregates.service.js';
import { CallScopes } from './scope/call-scope.service.js';
import { CallSummaryController } from './summary/summary.controller.js';
import { CallSummaryService } from './summary/summary.service.js';

/** Call data: in through ingest, out through analytics. */
@Module({
  controllers: [IngestController, CallSummaryController, CallOutcomesController, PrivacyAggregatesController],
  providers: [IngestService, CallScopes, CallSummaryService, CallOutcomesService, PrivacyAggregatesService],
})
export class CallsModule {}
