import { Module } from '@nestjs/common';
import { CallContents } from './contents/call-contents.service.js';
import { CallFilters } from './filter/call-filters.service.js';
import { ActiveCalls } from './lookup/active-calls.service.js';
import { CallLookup } from './lookup/call-lookup.service.js';
import { CallRows } from './lookup/call-rows.service.js';
import { CallRollup } from './rollup/call-rollup.service.js';
import { CallTimelines } from './rollup/call-timelines.service.js';
import { CallVersionFigures } from './version-figures/version-figures.service.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UnlockLooksModule } from '../unlocks/unlock-looks.module.js';

@Module({
  imports: [ProjectsModule, UnlockLooksModule],
  providers: [
    CallFilters,
    CallLookup,
    CallRows,
    ActiveCalls,
    CallContents,
    CallRollup,
    CallTimelines,
    CallVersionFigures,
  ],
  exports: [
    CallFilters,
    CallLookup,
    CallRows,
    ActiveCalls,
    CallContents,
    CallRollup,
    CallTimelines,
    CallVersionFigures,
    UnlockLooksModule,
  ],
})
export class CallLookupModule {}
