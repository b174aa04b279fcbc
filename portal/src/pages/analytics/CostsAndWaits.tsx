import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GetCallSummaryResponse } from '../../api/generated';
import { Figure } from '../../parts/figures/Figure';
import { Panel } from '../../parts/Panel';
import { Empty } from '../../parts/States';
import { COST_PARTS } from '../../parts/values/cost-parts';
import { Facts } from '../../parts/values/Facts';
import { useNumbers } from '../../texts/numbers';
import { useFigureQuery } from './direction';

/** The sums of the parts of reported costs, and how long callers waited for answers. */
export function CostsAndWaits({ summary }: { readonly summary: GetCallSummaryResponse }) {
  const { t } = useTranslation();
  const { count, smallMoney, seconds } = useNumbers();
  const query = useFigureQuery();
  const { cost_parts: parts, response_times: times } = summary;
  const figure = (name: string, what: string, text: string) => (
    <Figure key={name} of={{ route: '/v1/calls/summary', query, figure: name }} what={what} isCompact>
      {text}
    </Figure>
  );
  const waits = !times
    ? []
    : ([
        ['waitHalf', 'p50_ms', seconds(times.p50_ms / 1000)],
        ['waitWorst', 'worst_p95_ms', seconds(times.worst_p95_ms / 1000)],
        ['waitTurns', 'turns', count(times.turns)],
        ['waitCalls', 'calls', count(times.calls)],
      ] as const);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel title={t('analytics.costParts')}>
        {!parts ? (
          <Empty title={t('analytics.noCostParts')} next={t('analytics.noCostPartsNext')} />
        ) : (
          <Facts
            caption={t('analytics.costParts')}
            rows={[
              ...COST_PARTS.map((part): [string, ReactNode] => {
                const what = t(`costParts.${part}`);
                return [what, figure(`cost_parts.${part}`, what, smallMoney(parts[part], 'USD'))];
              }),
              [
                t('analytics.costPartsCalls'),
                figure('cost_parts.calls', t('analytics.costPartsCalls'), count(parts.calls)),
              ],
            ]}
          />
        )}
      </Panel>
      <Panel title={t('analytics.waits')}>
        {!times ? (
          <Empty title={t('analytics.noWaits')} next={t('analytics.noWaitsNext')} />
        ) : (
          <Facts
            caption={t('analytics.waits')}
            rows={waits.map(([name, field, text]) => [
              t(`analytics.${name}`),
              figure(`response_times.${field}`, t(`analytics.${name}`), text),
            ])}
          />
        )}
      </Panel>
    </SimpleGrid>
  );
}
