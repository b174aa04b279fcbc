import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
  namesIn,
  storedRows,
} from '../../../core/account-export/account-export.js';

const TENANT = 'WHERE client_id = $1 AND data_env = $2';
/** Days in the client's time zone, as text because they are not instants. */
const DATES = {
  effective_start_date: 'effective_start_date::text',
  effective_end_date: 'effective_end_date::text',
};

/** The plan of the client, and its usage by the hour. */
@ContributesToExport()
export class BillingExport implements ExportContribution {
  readonly files: readonly ExportedFile[] = [
    storedRows({
      name: 'billing_plan',
      section: 'billing',
      store: 'metadata',
      about: 'The plan of the client; amounts in the smallest units of its currency.',
      columns: namesIn('plan_name currency monthly_fee period_start period_end updated_at'),
      from: `FROM billing_plans ${TENANT}`,
    }),
    storedRows({
      name: 'billing_meters',
      section: 'billing',
      store: 'metadata',
      about: 'The minutes or messages that the plan includes, and the price of more.',
      columns: namesIn('meter_id is_active included_units unit_rate metered_from updated_at'),
      from: `FROM billing_plan_meters ${TENANT} ORDER BY meter_id`,
    }),
    storedRows({
      name: 'billing_discounts',
      section: 'billing',
      store: 'metadata',
      about: 'A discount on the monthly fee.',
      columns: namesIn(`
        discount_id discount_type discount_value currency effective_start_date effective_end_date
        description created_at
      `),
      sql: DATES,
      from: `FROM billing_discounts ${TENANT} ORDER BY discount_id`,
    }),
    storedRows({
      name: 'billing_adjustments',
      section: 'billing',
      store: 'metadata',
      about: 'A change of the discounted fee.',
      columns: namesIn(`
        adjustment_id adjustment_type promotion_sub_type amount currency effective_start_date
        effective_end_date reason created_at
      `),
      sql: DATES,
      from: `FROM billing_adjustments ${TENANT} ORDER BY adjustment_id`,
    }),
    storedRows({
      name: 'usage',
      section: 'billing',
      store: 'metadata',
      about: 'The usage of an hour, by project in details.',
      columns: namesIn('meter_id window_start window_end record_id quantity status details'),
      from: `FROM billing_usage_windows ${TENANT} ORDER BY meter_id, window_start`,
    }),
    storedRows({
      name: 'usage_alerts',
      section: 'billing',
      store: 'metadata',
      about: 'A usage threshold at which the client gets an email.',
      columns: namesIn(
        'alert_id meter_id project_id threshold_type threshold_value action created_at updated_at',
      ),
      from: `FROM billing_usage_alerts ${TENANT} ORDER BY alert_id`,
    }),
  ];
}
