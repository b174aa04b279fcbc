import { useTranslation } from 'react-i18next';
import type { BillingOverview } from '../../api/generated';
import { DataTable, type Column } from '../../parts/tables/DataTable';
import { Day } from '../../parts/values/Day';
import { Panel } from '../../parts/Panel';
import { useNumbers } from '../../texts/numbers';

interface Effective {
  readonly effective_start_date: string;
  readonly effective_end_date: string | null;
}

/** The columns that show from when to when something applies. */
function useDays(): readonly Column<Effective>[] {
  const { t } = useTranslation();
  return [
    { name: 'from', label: t('billing.from'), cell: (row) => <Day on={row.effective_start_date} /> },
    {
      name: 'to',
      label: t('billing.to'),
      cell: (row) => (row.effective_end_date ? <Day on={row.effective_end_date} /> : t('billing.noEnd')),
    },
  ];
}

/** The discounts of the day; empty without one. */
export function Discounts({ of: { active_discounts: discounts } }: { readonly of: BillingOverview }) {
  const { t } = useTranslation();
  const { percent, minorUnits } = useNumbers();
  const days = useDays();
  if (!discounts?.length) return null;
  return (
    <Panel title={t('billing.discounts')}>
      <DataTable
        caption={t('billing.discounts')}
        rows={discounts}
        keyOf={(row) => String(row.discount_id)}
        columns={[
          { name: 'what', label: t('billing.description'), cell: (row) => row.description },
          {
            name: 'value',
            label: t('billing.value'),
            isNumber: true,
            cell: (row) =>
              row.discount_type === 'percentage_monthly_fee'
                ? percent(row.discount_value)
                : minorUnits(row.discount_value, row.currency),
          },
          ...days,
        ]}
      />
    </Panel>
  );
}

/** The adjustments of the day, and the effect of each on the fee. */
export function Adjustments({ of: { active_adjustments: adjustments } }: { readonly of: BillingOverview }) {
  const { t } = useTranslation();
  const { minorUnits } = useNumbers();
  const days = useDays();
  if (!adjustments?.length) return null;
  return (
    <Panel title={t('billing.adjustments')}>
      <DataTable
        caption={t('billing.adjustments')}
        rows={adjustments}
        keyOf={(row) => String(row.id)}
        columns={[
          { name: 'what', label: t('billing.description'), cell: (row) => row.reason },
          {
            name: 'type',
            label: t('billing.type'),
            cell: (row) => t(`billing.adjustment.${row.promotion_sub_type ?? row.adjustment_type}`),
          },
          {
            name: 'amount',
            label: t('billing.value'),
            isNumber: true,
            cell: (row) => minorUnits(row.amount_cents, row.currency),
          },
          {
            name: 'effect',
            label: t('billing.effect'),
            isNumber: true,
            cell: (row) =>
              row.net_effect_cents === null
                ? t('billing.unavailable')
                : minorUnits(row.net_effect_cents, row.currency),
          },
          ...days,
        ]}
      />
    </Panel>
  );
}
