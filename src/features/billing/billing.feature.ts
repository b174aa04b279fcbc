import { defineFeature } from '../../core/registry/feature.js';
import { BILLING_ACTIONS } from './billing.audit.js';
import {
  BillingAdjustmentEntity,
  BillingDiscountEntity,
  BillingInvoiceEntity,
  BillingPlanEntity,
  BillingPlanMeterEntity,
  BillingReconciliationEntity,
  BillingUsageWindowEntity,
} from './billing.entities.js';
import { BILLING_ERRORS } from './billing.errors.js';
import { BillingModule } from './billing.module.js';
import { BILLING_SETTINGS } from './billing.settings.js';
import { Billing1764700000000 } from './migrations/1764700000000-billing.js';

export const feature = defineFeature({
  folder: 'features/billing',
  module: BillingModule,
  entities: {
    metadata: [
      BillingPlanEntity,
      BillingPlanMeterEntity,
      BillingDiscountEntity,
      BillingAdjustmentEntity,
      BillingInvoiceEntity,
      BillingUsageWindowEntity,
      BillingReconciliationEntity,
    ],
  },
  // The zone by whose calendar discounts and adjustments hold.
  uses: { clients: 'reads' },
  migrations: { metadata: [Billing1764700000000] },
  settings: { service: BILLING_SETTINGS },
  errors: [BILLING_ERRORS],
  actions: BILLING_ACTIONS,
  tags: [
    {
      name: 'Billing',
      description:
        'What a client is charged, its invoices and to whom they go. For sessions; a key gets 404.',
      order: 78,
    },
  ],
});
