import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BillingOverview } from '../../api/generated';
import { Figure } from './Figure';
import { useNumbers } from '../../texts/numbers';

const FIGURES = ['so_far_cents', 'at_period_end_cents'] as const;

/** The costs of the period so far, and at its end if usage continues at the same rate. */
export function Forecast({ of: { client_id, currency, forecast } }: { readonly of: BillingOverview }) {
  const { t } = useTranslation();
  const { minorUnits } = useNumbers();
  if (!forecast) return <Text c="dimmed">{t('billing.noForecast')}</Text>;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {FIGURES.map((name) => (
        <div key={name}>
          <Text size="sm" c="dimmed">
            {t(`billing.${name}`)}
          </Text>
          <Text component="div" className="figure">
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
        </div>
      ))}
    </SimpleGrid>
  );
}
