import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { VersionFigureResponse, VersionPerformanceResponse } from '../../../api/generated';
import { compareVersionPerformanceOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { Empty, Loaded } from '../../../parts/States';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { useLocale } from '../../../texts/locale';
import { useNumbers } from '../../../texts/numbers';
import type { ProjectKey } from '../project';
import { IntervalBar } from './IntervalBar';

const LIVE_MS = 60_000;

/** How the calls of two versions went: `b` against `a`. */
export function Performance({
  projectKey: { path, query },
  a,
  b,
  isLive = false,
}: {
  readonly projectKey: ProjectKey;
  readonly a: number;
  readonly b: number;
  /** Whether calls of both are coming in. */
  readonly isLive?: boolean;
}) {
  const { t } = useTranslation();
  const comparison = useQuery({
    ...compareVersionPerformanceOptions({ path, query: { ...query, a, b } }),
    refetchInterval: isLive && LIVE_MS,
  });
  return (
    <Loaded query={comparison} what={t('performance.title')} height={320}>
      {(data) =>
        data.a.calls + data.b.calls === 0 ? (
          <Empty title={t('performance.none')} next={t('performance.noneNext')} />
        ) : (
          <Comparison data={data} />
        )
      }
    </Loaded>
  );
}

function Comparison({ data }: { readonly data: VersionPerformanceResponse }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <Stack gap="sm">
      {!data.comparable && (
        <Alert
          color="yellow"
          variant="outline"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('performance.notComparable')}
        >
          {data.reasons.map((reason) => (
            <Text key={reason} size="sm">
              {t(`performance.reasons.${reason}`)}
            </Text>
          ))}
        </Alert>
      )}
      <Verdict data={data} />
      <Text size="sm" c="dimmed">
        {t(data.live_together ? 'performance.together' : 'performance.apart')} <Instant at={data.from_utc} />{' '}
        – <Instant at={data.to_utc} />
        {data.inferred_calls > 0 &&
          ` ${t('performance.inferred', { count: data.inferred_calls, formatted: count(data.inferred_calls) })}`}
      </Text>
      <Figures data={data} />
      <Text size="xs" c="dimmed">
        {t('performance.people')}
      </Text>
    </Stack>
  );
}

/** The verdict in a sentence, which screen readers announce when it changes. */
function Verdict({ data: { a, b, verdict } }: { readonly data: VersionPerformanceResponse }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const values = {
    a: a.version_number,
    b: b.version_number,
    figures: verdict.decided_by.map((it) => t(`performance.decisive.${it}`)).join(', '),
  };
  return (
    <div aria-live="polite">
      <Text fw={600}>
        {verdict.result === 'cannot_tell'
          ? t(`performance.cannotTell.${verdict.reason}`, values)
          : t(`performance.${verdict.result}`, values)}
      </Text>
      {verdict.calls_needed !== null && (
        <Text size="sm">
          {t('performance.needed', { count: verdict.calls_needed, formatted: count(verdict.calls_needed) })}
        </Text>
      )}
    </div>
  );
}

function Figures({ data }: { readonly data: VersionPerformanceResponse }) {
  const { t } = useTranslation();
  const written = useWritten();
  const sideOfVersion = (name: 'a' | 'b'): Column<VersionFigureResponse> => ({
    name,
    label: t('projects.version', { number: data[name].version_number }),
    isNumber: true,
    cell: (it) =>
      it[name].value === null ? (
        <Text span size="sm" c="dimmed">
          {t(it.about_people && data[name].calls > 0 ? 'performance.tooFew' : 'performance.unknown')}
        </Text>
      ) : (
        written.value(it, it[name].value)
      ),
  });
  const columns: readonly Column<VersionFigureResponse>[] = [
    { name: 'figure', label: t('performance.figure'), cell: (it) => t(`performance.figures.${it.figure}`) },
    sideOfVersion('a'),
    sideOfVersion('b'),
    {
      name: 'difference',
      label: t('performance.difference'),
      cell: (it) =>
        it.difference ? (
          <Stack gap={2}>
            <Group gap={6} wrap="wrap">
              <Text span size="sm">
                {written.difference(it, it.difference.value)}
              </Text>
              <Text span size="xs" c="dimmed">
                {t('performance.interval', {
                  low: written.difference(it, it.difference.low),
                  high: written.difference(it, it.difference.high),
                })}
              </Text>
            </Group>
            <IntervalBar figure={it} />
          </Stack>
        ) : (
          '–'
        ),
    },
  ];
  return (
    <Stack gap={4}>
      <Text size="sm">
        {(['a', 'b'] as const)
          .map((name) =>
            t('performance.calls', {
              number: data[name].version_number,
              count: data[name].calls,
              formatted: written.count(data[name].calls),
            }),
          )
          .join(' · ')}
      </Text>
      <DataTable
        caption={t('performance.title')}
        columns={columns}
        rows={data.figures}
        keyOf={(it) => it.figure}
      />
    </Stack>
  );
}

/** Figures in the reader's locale; differences with a sign. */
function useWritten() {
  const { t } = useTranslation();
  const locale = useLocale();
  const numbers = useNumbers();
  const signed = new Intl.NumberFormat(locale, {
    signDisplay: 'exceptZero',
    maximumFractionDigits: 2,
  });
  return {
    count: numbers.count,
    value: ({ unit }: VersionFigureResponse, value: number): string => {
      if (unit === 'percent') return numbers.percent(value);
      if (unit === 'milliseconds')
        return t('performance.units.milliseconds', { value: numbers.count(value) });
      return unit === 'usd' ? numbers.money(value, 'USD') : numbers.seconds(value);
    },
    difference: ({ unit }: VersionFigureResponse, value: number): string =>
      t(`performance.units.${unit}`, { value: signed.format(value) }),
  };
}
