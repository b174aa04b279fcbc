import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { compareProvidersOptions } from '../../api/generated/@tanstack/react-query.gen';
import { DataTable } from '../../parts/tables/DataTable';
import { Panel } from '../../parts/Panel';
import { Empty, Loaded } from '../../parts/States';
import { useNumbers } from '../../texts/numbers';
import { useFigureQuery } from './direction';

/** Response times and failures by voice provider. */
export function Providers() {
  const { t } = useTranslation();
  const { count, seconds, percent } = useNumbers();
  const providers = useQuery(compareProvidersOptions({ query: useFigureQuery() }));
  return (
    <Panel title={t('analytics.providers')}>
      <Loaded query={providers} what={t('analytics.providers')} height={160}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('analytics.none')} next={t('analytics.noneNext')} />
          ) : (
            <DataTable
              caption={t('analytics.providers')}
              rows={items}
              keyOf={(row) => row.provider_label ?? ''}
              columns={[
                {
                  name: 'provider',
                  label: t('analytics.provider'),
                  cell: (row) => row.provider_label ?? t('analytics.noProvider'),
                },
                {
                  name: 'calls',
                  label: t('analytics.count'),
                  isNumber: true,
                  cell: (row) => count(row.calls),
                },
                {
                  name: 'failed',
                  label: t('analytics.failureRate'),
                  isNumber: true,
                  cell: (row) => percent(row.failure_rate),
                },
                {
                  name: 'average',
                  label: t('analytics.response'),
                  isNumber: true,
                  cell: (row) => seconds(row.avg_ai_response_seconds),
                },
                {
                  name: 'p50',
                  label: t('analytics.p50'),
                  isNumber: true,
                  cell: (row) => seconds(row.p50_ai_response_seconds),
                },
                {
                  name: 'p95',
                  label: t('analytics.p95'),
                  isNumber: true,
                  cell: (row) => seconds(row.p95_ai_response_seconds),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
