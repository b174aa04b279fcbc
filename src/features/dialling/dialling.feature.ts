import { defineFeature } from '../../core/registry/feature.js';
import { DIALLING_ACTIONS } from './dialling.audit.js';
import { AllowedNumberRangeEntity } from './dialling.entities.js';
import { DiallingModule } from './dialling.module.js';
import { AllowedNumberRanges1765300000000 } from './migrations/1765300000000-allowed-number-ranges.js';

export const feature = defineFeature({
  folder: 'features/dialling',
  module: DiallingModule,
  entities: { metadata: [AllowedNumberRangeEntity] },
  migrations: { metadata: [AllowedNumberRanges1765300000000] },
  actions: DIALLING_ACTIONS,
});
