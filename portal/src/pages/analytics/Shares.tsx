import { Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { GetCallSummaryResponse } from '../../api/generated';
import {
  getCallOutcomesOptions,
  getCallSentimentOptions,
} from '../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../address/view';
import { Figure } from '../../parts/figures/Figure';
import type { FigureOf } from '../../parts/figures/figure-of';
import { Panel } from '../../parts/Panel';
import { Empty, Loaded } from '../../parts/States';
import { useNumbers } from '../../texts/numbers';
import { series } from '../../theme/theme';
import { useFigureQuery } from './direction';

interface Share {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  /** 0 to 100, from the route; undefined if the route only has counts. */
  readonly percentage?: number;
  readonly colour: string;
  readonly of: FigureOf;
}

function Shares({ shares, total }: { readonly shares: readonly Share[]; readonly total: number }) {
  const { t } = useTranslation();
  const { count, percent } = useNumbers();
  if (total === 0) return <Empty title={t('analytics.none')} next={t('analytics.noneNext')} />;
  return (
    <Stack gap={8} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {shares.map((share) => (
        <li key={share.id}>
          <Group justify="space-between" gap="xs">
            <Text size="sm">{share.label}</Text>
            <Text size="sm" component="div" style={{ fontVariantNumeric: 'tabular-nums' }}>
              <Figure of={share.of} what={share.label}>
                {count(share.count)}
              </Figure>
              {share.percentage !== undefined && (
                <Text span c="dimmed" size="sm">
                  {' '}
                  · {percent(share.percentage)}
                </Text>
              )}
            </Text>
          </Group>
          <Progress
            size={6}
            value={(share.count / total) * 100}
            color={share.colour}
            aria-label={share.label}
          />
        </li>
      ))}
    </Stack>
  );
}

const OUTCOME_COLOURS: Readonly<Record<string, string>> = {
  resolved: series.good,
  transferred: series.other,
  follow_up_required: series.middle,
  unclassified: series.none,
};

/** The outcomes of one project. Calls without an outcome are shown separately. */
export function Outcomes() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const view = useView();
  const query = { ...useFigureQuery(), project_id: view.project_id ?? '' };
  const outcomes = useQuery({ ...getCallOutcomesOptions({ query }), enabled: view.project_id !== undefined });
  return (
    <Panel title={t('analytics.outcomes')}>
      {view.project_id === undefined ? (
        <Empty title={t('analytics.outcomesNeedProject')} />
      ) : (
        <Loaded query={outcomes} what={t('analytics.outcomes')} height={200}>
          {(data) => (
            <>
              <Shares
                total={data.total_conversations}
                shares={data.categories
                  .filter(({ state }) => state === 'classified')
                  .map(({ id, count: calls, percentage }) => ({
                    id,
                    label: t(`words.outcome.${id}`),
                    count: calls,
                    percentage,
                    colour: OUTCOME_COLOURS[id] ?? series.bad,
                    of: { route: '/v1/calls/outcomes', query, figure: 'categories[id].count', keys: [id] },
                  }))}
              />
              {data.unclassified_count > 0 && (
                <Text size="sm" c="dimmed">
                  {t('analytics.unclassified', {
                    count: data.unclassified_count,
                    formatted: count(data.unclassified_count),
                  })}
                </Text>
              )}
            </>
          )}
        </Loaded>
      )}
    </Panel>
  );
}

const FEELINGS = {
  positive: series.good,
  neutral: series.other,
  upset: series.bad,
  unclassified: series.none,
} as const;

/** How callers felt. */
export function Feelings() {
  const { t } = useTranslation();
  const query = useFigureQuery();
  const sentiment = useQuery(getCallSentimentOptions({ query }));
  return (
    <Panel title={t('analytics.sentiment')}>
      <Loaded query={sentiment} what={t('analytics.sentiment')} height={200}>
        {(data) => (
          <Shares
            total={data.total_calls}
            shares={(Object.keys(FEELINGS) as (keyof typeof FEELINGS)[]).map((id) => ({
              id,
              label: t(`words.sentiment.${id}`),
              count: data.distribution[id],
              percentage: data.share[id],
              colour: FEELINGS[id],
              of: { route: '/v1/calls/sentiment', query, figure: `distribution.${id}` },
            }))}
          />
        )}
      </Loaded>
    </Panel>
  );
}

/** How calls ended. */
export function Ends({ summary }: { readonly summary: GetCallSummaryResponse }) {
  const { t } = useTranslation();
  const query = useFigureQuery();
  const counts = Object.entries(summary.disconnection_reason_distribution);
  return (
    <Panel title={t('analytics.disconnection')}>
      <Shares
        total={summary.total_calls}
        shares={counts.map(([id, calls]) => ({
          id,
          label: t(`words.disconnection.${id}`),
          count: calls,
          of: { route: '/v1/calls/summary', query, figure: `disconnection_reason_distribution.${id}` },
          colour: id === 'unknown' ? series.none : id === 'failed' ? series.bad : series.good,
        }))}
      />
    </Panel>
  );
}
