import { defineFeature } from '../../core/registry/feature.js';
import * as entities from './audit-decisions.entities.js';
import { AUDIT_DECISION_ERRORS } from './audit-decisions.errors.js';
import { AuditDecisionsModule } from './audit-decisions.module.js';
import { AuditDecisions1766000000260 } from './migrations/1766000000260-audit-decisions.js';

export const feature = defineFeature({
  folder: 'features/audit-decisions',
  module: AuditDecisionsModule,
  entities: { metadata: Object.values(entities) },
  migrations: { metadata: [AuditDecisions1766000000260] },
  errors: [AUDIT_DECISION_ERRORS],
  tags: [
    {
      name: 'Audit decisions',
      description: 'Access decisions of internal systems, recorded for audit.',
      order: 77,
    },
  ],
});
