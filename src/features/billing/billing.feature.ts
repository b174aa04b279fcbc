import { defineFeature } from '../../core/registry/feature.js';
import { Billing1766000000070 } from './migrations/1766000000070-billing.js';
import {
  BillingAdjustmentEntity,
  BillingDiscountEntity,
  BillingPlanEntity,
  BillingPlanMeterEntity,
} from './agreement.entities.js';
import { BillingAlertCrossingEntity, BillingUsageAlertEntity } from './alerts.entities.js';
import { BILLING_ACTIONS } from './billing.audit.js';
import { BILLING_ERRORS } from './billing.errors.js';
import { BillingModule } from './billing.module.js';
import { BILLING_SETTINGS } from './billing.settings.js';
import {
  BillingInvoiceEntity,
  BillingReconciliationEntity,
  BillingUsageWindowEntity,
} from './counting.entities.js';
import { METER_USAGE } from './metering/metering.job.js';
import { RECONCILE_USAGE } from './reconciliation/reconciliation.job.js';
import { MAIL_ALERT } from './usage-alerts/alert-mails.js';
import { WATCH_USAGE } from './usage-alerts/usage-alerts.job.js';

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
      BillingUsageAlertEntity,
      BillingAlertCrossingEntity,
    ],
  },
  // The time zone for the dates of discounts and adjustments, and names of projects with usage.
  uses: { clients: 'reads', projects: 'reads' },
  migrations: { metadata: [Billing1766000000070] },
  settings: { service: BILLING_SETTINGS },
  errors: [BILLING_ERRORS],
  actions: BILLING_ACTIONS,
  jobs: [METER_USAGE, RECONCILE_USAGE, WATCH_USAGE, MAIL_ALERT],
  tags: [
    {
      name: 'Billing',
      description:
        'The charges of a client, its invoices and their recipients. For signed-in people; a key gets 404.',
      order: 78,
    },
  ],
});
