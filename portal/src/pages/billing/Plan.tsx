import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BillingOverview } from '../../api/generated';
import { Day } from '../../parts/values/Day';
import { Facts } from '../../parts/values/Facts';
import { Period } from '../../parts/values/Period';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { useNumbers } from '../../texts/numbers';

/**
 * The plan, its fee, and the provider's state. A missing amount is shown as unavailable, never as
 * zero.
 */
export function Plan({ of }: { readonly of: BillingOverview }) {
  const { t } = useTranslation();
  const { money, minorUnits } = useNumbers();
  const unavailable = t('billing.unavailable');
  const isSilent = of.invoice_status === 'unavailable';
  return (
    <>
      <Facts
        caption={t('billing.plan')}
        rows={[
          [t('billing.planName'), of.plan_name],
          [t('billing.period'), <Period from={of.billing_period_start} to={of.billing_period_end} />],
          [t('billing.fee'), money(of.monthly_fee_amount, of.currency)],
          [
            t('billing.discountedFee'),
            of.discount_calculation_available
              ? money(of.discounted_monthly_fee_amount, of.currency)
              : unavailable,
          ],
          [
            t('billing.adjustedFee'),
            of.adjustment_calculation_available
              ? minorUnits(of.adjusted_monthly_fee_cents, of.currency)
              : unavailable,
          ],
          [t('billing.charged'), t(`billing.chargeability.${of.chargeability}`)],
          [t('billing.invoiceStatus'), <StatusLabel kind="invoices" value={of.invoice_status} />],
          [
            t('billing.nextInvoice'),
            of.next_invoice_date === null && isSilent ? unavailable : <Day on={of.next_invoice_date} />,
          ],
          [
            t('billing.lastInvoice'),
            of.last_invoice_total === null && isSilent
              ? unavailable
              : money(of.last_invoice_total, of.currency),
          ],
        ]}
      />
      {of.chargeability_status !== 'available' && (
        <Text size="sm" c="dimmed">
          {t(`billing.chargeabilityStatus.${of.chargeability_status}`)}
        </Text>
      )}
    </>
  );
}
