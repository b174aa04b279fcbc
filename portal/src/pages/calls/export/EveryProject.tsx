import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { useDownloadSeries } from '../../../data/download-series';
import { useLocale } from '../../../texts/locale';

/** The progress of the files of all projects, and their results. */
export function EveryProject({ series }: { readonly series: ReturnType<typeof useDownloadSeries> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { kind, total, saved, empty, refused, until } = series.state;
  if (kind === 'idle') return null;
  const ended = saved + empty + refused.length;
  const isOver = kind === 'done';
  return (
    <Stack gap="xs" role="status">
      {!isOver && <Progress value={(100 * ended) / total} aria-label={t('export.every.progress')} />}
      <Group justify="space-between">
        <Text size="sm">
          {t(isOver ? 'export.every.done' : 'export.every.running', { saved, total })}
          {empty > 0 && ` ${t('export.every.empty', { count: empty })}`}
        </Text>
        {!isOver && (
          <Button size="compact-xs" variant="default" onClick={series.cancel}>
            {t('actions.cancel')}
          </Button>
        )}
      </Group>
      {until !== undefined && (
        <Text size="sm" c="dimmed">
          {t('export.every.waiting', {
            time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(until)),
          })}
        </Text>
      )}
      {refused.map(({ label, problem }) => (
        <Alert key={label} color="red" variant="outline" p="xs" title={label}>
          <Text size="sm">{problem.message}</Text>
        </Alert>
      ))}
    </Stack>
  );
}
