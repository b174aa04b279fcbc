import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getPrivacyAggregatesOptions } from '../../api/generated/@tanstack/react-query.gen';
import { analyticsQuery, useView } from '../../address/view';
import { Figure } from '../../parts/figures/Figure';
import { Panel } from '../../parts/Panel';
import { Empty, Loaded } from '../../parts/States';
import { useNumbers } from '../../texts/numbers';

/** New and returning callers of one project, or the reason why the figures are withheld. */
export function CallerMix() {
  const { t } = useTranslation();
  const { count, percent } = useNumbers();
  const view = useView();
  const query = { ...analyticsQuery(view), project_id: view.project_id ?? '' };
  const aggregates = useQuery({
    ...getPrivacyAggregatesOptions({ query }),
    enabled: view.project_id !== undefined,
  });
  const ofMix = (name: string) => ({
    route: '/v1/calls/dashboard/privacy-aggregates',
    query,
    figure: `caller_mix.metrics.${name}`,
  });
  return (
    <Panel title={t('analytics.mix')}>
      {view.project_id === undefined ? (
        <Empty title={t('analytics.mixNeedsProject')} />
      ) : (
        <Loaded query={aggregates} what={t('analytics.mix')} height={120}>
          {({ caller_mix: { metrics, reason_code } }) =>
            metrics === null ? (
              <Empty
                title={t(`analytics.mixReason.${reason_code}`, { defaultValue: reason_code })}
                action={
                  <Figure of={ofMix('unique_callers')} what={t('analytics.mix')}>
                    –
                  </Figure>
                }
              />
            ) : (
              <Group gap="xl">
                {(
                  [
                    ['unique', count(metrics.unique_callers), ''],
                    ['new', count(metrics.new_callers), percent(metrics.new_callers_percent)],
                    [
                      'returning',
                      count(metrics.returning_callers),
                      percent(metrics.returning_callers_percent),
                    ],
                  ] as const
                ).map(([name, figure, share]) => (
                  <Stack key={name} gap={0}>
                    <Text size="xs" c="dimmed">
                      {t(`analytics.${name}`)}
                    </Text>
                    <div className="figure">
                      <Figure of={ofMix(`${name}_callers`)} what={t(`analytics.${name}`)}>
                        {figure}
                      </Figure>
                    </div>
                    <Text size="xs" c="dimmed">
                      {share || '\u00a0'}
                    </Text>
                  </Stack>
                ))}
              </Group>
            )
          }
        </Loaded>
      )}
    </Panel>
  );
}
