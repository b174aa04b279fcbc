import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChangeView } from '../../../address/view';
import { Panel } from '../../../parts/Panel';
import type { ProjectKey } from '../project';
import { daysNamed } from './days';
import { Performance } from './Performance';

/** Compares the calls of the two versions that the address names, on the days that it names. */
export function CallsOfVersions({ projectKey }: { readonly projectKey: ProjectKey }) {
  const { t } = useTranslation();
  const change = useChangeView();
  const { from, to, calls }: { from?: string; to?: string; calls?: string } = useSearch({ strict: false });
  const [a, b] = [Number(from), Number(to)];
  return (
    <Panel title={t('performance.title')}>
      {a > 0 && b > 0 && a !== b ? (
        <Performance
          projectKey={projectKey}
          a={a}
          b={b}
          days={daysNamed(calls)}
          onDays={(next) => change({ calls: next && `${next.start_date}..${next.end_date}` })}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('performance.choose')}
        </Text>
      )}
    </Panel>
  );
}
