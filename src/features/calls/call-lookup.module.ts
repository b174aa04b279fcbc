import { Module } from '@nestjs/common';
import { CallContents } from './contents/call-contents.service.js';
import { CallFilters } from './filter/call-filters.service.js';
import { ActiveCalls } from './lookup/active-calls.service.js';
import { ErasedCallers } from './lookup/erased-callers.service.js';
import { CallRecordsModule } from '../call-records/call-records.module.js';
import { CallRows } from './lookup/call-rows.service.js';
import { CallRollup } from './rollup/call-rollup.service.js';
import { CallTimelines } from './rollup/call-timelines.service.js';
import { CallVersionFigures } from './version-figures/version-figures.service.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UnlocksModule } from '../unlocks/unlocks.module.js';

@Module({
  imports: [ProjectsModule, CallRecordsModule, UnlocksModule],
  providers: [
    CallFilters,
    CallRows,
    ActiveCalls,
    ErasedCallers,
    CallContents,
    CallRollup,
    CallTimelines,
    CallVersionFigures,
  ],
  exports: [
    CallFilters,
    CallRecordsModule,
    CallRows,
    ActiveCalls,
    ErasedCallers,
    CallContents,
    CallRollup,
    CallTimelines,
    CallVersionFigures,
    UnlocksModule,
  ],
})
export class CallLookupModule {}
