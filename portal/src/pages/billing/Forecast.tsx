import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BillingOverview } from '../../api/generated';
import { Figure } from '../../parts/figures/Figure';
import { useNumbers } from '../../texts/numbers';

const FIGURES = ['so_far_cents', 'at_period_end_cents'] as const;

/** The costs of the period so far, and at its end if usage goes on at the same rate. */
export function Forecast({ of: { client_id, currency, forecast } }: { readonly of: BillingOverview }) {
  const { t } = useTranslation();
  const { minorUnits } = useNumbers();
  if (!forecast) return <Text c="dimmed">{t('billing.noForecast')}</Text>;
  return (
    <Stack gap="xs">
      {FIGURES.map((name) => (
        <Text key={name} size="sm" component="div">
          {t(`billing.${name}`)}{' '}
          <Figure
            of={{
              route: '/v1/billing/overview',
              query: { client_id },
              figure: `billing.forecast.${name}`,
              currency,
            }}
            what={t(`billing.${name}`)}
            calls={null}
          >
            {minorUnits(forecast[name], currency)}
          </Figure>
        </Text>
      ))}
    </Stack>
  );
}
