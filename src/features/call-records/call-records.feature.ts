import { defineFeature } from '../../core/registry/feature.js';
import { CallRecordsModule } from './call-records.module.js';

export const feature = defineFeature({
  folder: 'features/call-records',
  module: CallRecordsModule,
  // Calls, which build on this feature, write the index together with their calls.
  uses: { call_index: 'reads' },
});
