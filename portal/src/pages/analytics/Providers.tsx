import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CompareProvidersResponse } from '../../api/generated';
import { compareProvidersOptions } from '../../api/generated/@tanstack/react-query.gen';
import { Figure } from '../../parts/figures/Figure';
import { DataTable, type Column } from '../../parts/tables/DataTable';
import { Panel } from '../../parts/Panel';
import { Empty, Loaded } from '../../parts/States';
import { useNumbers } from '../../texts/numbers';
import { useFigureQuery } from './direction';

type Item = CompareProvidersResponse['items'][number];

const FIGURES = [
  ['count', 'calls', 'count'],
  ['failed', 'failed_calls', 'count'],
  ['response', 'avg_ai_response_seconds', 'seconds'],
  ['p50', 'p50_ai_response_seconds', 'seconds'],
  ['p95', 'p95_ai_response_seconds', 'seconds'],
] as const;

/** Response times and failures by voice provider. */
export function Providers() {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const query = useFigureQuery();
  const providers = useQuery(compareProvidersOptions({ query }));
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
                ...FIGURES.map(([name, figure, kind]): Column<Item> => ({
                  name: figure,
                  label: t(`analytics.${name}`),
                  isNumber: true,
                  cell: (row) => (
                    <>
                      <Figure
                        of={{
                          route: '/v1/calls/provider-performance',
                          query,
                          figure: `items[provider_label].${figure}`,
                          keys: [row.provider_label ?? ''],
                        }}
                        what={t(`analytics.${name}`)}
                        isCompact
                      >
                        {numbers[kind](row[figure])}
                      </Figure>
                      {figure === 'failed_calls' && (
                        <Text span c="dimmed" size="sm">
                          {' '}
                          · {numbers.percent(row.failure_rate)}
                        </Text>
                      )}
                    </>
                  ),
                })),
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
