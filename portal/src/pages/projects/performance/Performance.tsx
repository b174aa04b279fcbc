import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { VersionFigureResponse, VersionPerformanceResponse } from '../../../api/generated';
import { compareVersionPerformanceOptions } from '../../../api/generated/@tanstack/react-query.gen';
import type { Range } from '../../../address/range';
import { Empty, Loaded } from '../../../parts/States';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { DateRange, useDays } from '../../../shell/DateRange';
import { useLocale } from '../../../texts/locale';
import { useNumbers } from '../../../texts/numbers';
import type { ProjectKey } from '../project';
import { daysRead, isTooLong } from './days';
import { IntervalBar, reachOf, sideOf } from './IntervalBar';

const LIVE_MS = 60_000;

/** Compares the calls of version `b` with those of version `a`. */
export function Performance({
  projectKey: { path, query },
  a,
  b,
  isLive = false,
  days,
  onDays,
}: {
  readonly projectKey: ProjectKey;
  readonly a: number;
  readonly b: number;
  /** Whether both versions are receiving calls. */
  readonly isLive?: boolean;
  /** The days of the project whose calls are compared; undefined: days that the service selects. */
  readonly days?: Range | undefined;
  /** Selects other days; undefined returns to those that the service selects. */
  readonly onDays?: (days: Range | undefined) => void;
}) {
  const { t } = useTranslation();
  const isRefused = days !== undefined && isTooLong(days);
  const comparison = useQuery({
    ...compareVersionPerformanceOptions({ path, query: { ...query, a, b, ...days } }),
    enabled: !isRefused,
    refetchInterval: isLive && LIVE_MS,
  });
  const shown = days ?? (comparison.data && daysRead(comparison.data));
  return (
    <Stack gap="sm">
      {onDays && shown && (
        <Group gap="xs">
          <DateRange
            // Days selected for one comparison must not apply to another.
            key={`${shown.start_date}..${shown.end_date}`}
            from={shown.start_date}
            to={shown.end_date}
            choose={(start_date, end_date) => onDays({ start_date, end_date })}
          />
          {days && (
            <Button size="compact-xs" variant="subtle" onClick={() => onDays(undefined)}>
              {t('performance.ownDays')}
            </Button>
          )}
        </Group>
      )}
      {isRefused ? (
        <Text size="sm" role="alert">
          {t('performance.tooLong')}
        </Text>
      ) : (
        <Loaded query={comparison} what={t('performance.title')} height={320}>
          {(data) =>
            data.a.calls + data.b.calls === 0 ? (
              <NoCalls days={daysRead(data)} mayChoose={onDays !== undefined} />
            ) : (
              <Comparison data={data} />
            )
          }
        </Loaded>
      )}
    </Stack>
  );
}

function NoCalls({ days, mayChoose }: { readonly days: Range; readonly mayChoose: boolean }) {
  const { t } = useTranslation();
  const text = useDays(days.start_date, days.end_date);
  return (
    <Empty
      title={t('performance.none', { days: text })}
      next={t(mayChoose ? 'performance.noneOther' : 'performance.noneNext')}
    />
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
  const reach = reachOf(data.figures);
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
      cell: (it) => {
        const side = sideOf(it);
        return it.difference ? (
          <Stack gap={2}>
            <Group gap={6} wrap="wrap">
              <Text span size="sm">
                {written.difference(it, it.difference.value)}
              </Text>
              {side && (
                <Text span size="sm" fw={600}>
                  {t(`performance.sides.${side}`)}
                </Text>
              )}
              <Text span size="xs" c="dimmed">
                {t('performance.interval', {
                  low: written.difference(it, it.difference.low),
                  high: written.difference(it, it.difference.high),
                })}
              </Text>
            </Group>
            {it.unit === 'percent' && <IntervalBar figure={it} reach={reach} />}
          </Stack>
        ) : (
          '–'
        );
      },
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
        isWhole
      />
    </Stack>
  );
}

/** Figures in the reader's locale, with useful precision; differences have a sign. */
function useWritten() {
  const { t } = useTranslation();
  const locale = useLocale();
  const numbers = useNumbers();
  const signed = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', ...options });
  const differences = {
    percent: signed({ maximumFractionDigits: 1 }),
    seconds: signed({ maximumFractionDigits: 1 }),
    milliseconds: signed({ maximumFractionDigits: 0 }),
    usd: signed({ style: 'currency', currency: 'USD' }),
  };
  return {
    count: numbers.count,
    value: ({ unit }: VersionFigureResponse, value: number): string => {
      if (unit === 'percent') return numbers.percent(value);
      if (unit === 'milliseconds')
        return t('performance.units.milliseconds', { value: numbers.count(Math.round(value)) });
      return unit === 'usd' ? numbers.money(value, 'USD') : numbers.seconds(value);
    },
    difference: ({ unit }: VersionFigureResponse, value: number): string =>
      t(`performance.units.${unit}`, { value: differences[unit].format(value) }),
  };
}
