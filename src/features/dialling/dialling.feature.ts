import { defineFeature } from '../../core/registry/feature.js';
import { Dialling1766000000090 } from './migrations/1766000000090-dialling.js';
import { DIALLING_ACTIONS } from './dialling.audit.js';
import { AllowedNumberRangeEntity } from './dialling.entities.js';
import { DiallingModule } from './dialling.module.js';

export const feature = defineFeature({
  folder: 'features/dialling',
  module: DiallingModule,
  entities: { metadata: [AllowedNumberRangeEntity] },
  migrations: { metadata: [Dialling1766000000090] },
  actions: DIALLING_ACTIONS,
});
