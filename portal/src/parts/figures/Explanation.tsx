import { Anchor, Code, Drawer, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { explainFigure, type ExplanationResponse } from '../../api/generated';
import { useLanguage } from '../../texts/locale';
import { useNumbers } from '../../texts/numbers';
import { Loaded } from '../States';
import { Facts } from '../values/Facts';
import { Instant } from '../values/Instant';
import { callsAddress, pathOf, stated, type FigureOf } from './figure-of';

type Unit = ExplanationResponse['definition']['unit'];

/** Formats values with their unit if the unit is part of the format, otherwise as numbers. */
function useValues(currency: string | null | undefined) {
  const { count, money, minorUnits, percent, seconds } = useNumbers();
  const withUnit: Partial<Record<Unit, (value: number | null) => string>> = {
    percent,
    seconds,
    usd: (value) => money(value, 'USD'),
    ...(currency && {
      local_currency: (value) => money(value, currency),
      major_units: (value) => money(value, currency),
      minor_units: (value) => minorUnits(value, currency),
    }),
  };
  return (value: number | null, unit: Unit): string => (withUnit[unit] ?? count)(value);
}

function Explained({
  it,
  currency,
  close,
}: {
  readonly it: ExplanationResponse;
  readonly currency: string | null | undefined;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const valueOf = useValues(currency);
  const { definition, bounds, calls } = it;
  const leftOut = (n: ExplanationResponse['left_out'][number]['count']): string =>
    n === 'not_visible' ? t('figures.notVisible') : n === null ? t('figures.notCounted') : count(n);
  return (
    <Stack gap="md">
      <Text>{definition.definition}</Text>
      {it.reason && <Text>{t(`analytics.mixReason.${it.reason}`, { defaultValue: it.reason })}</Text>}
      <Facts
        caption={t('figures.how')}
        rows={[
          [t('figures.value'), valueOf(it.value, definition.unit)],
          [t('figures.unit'), t(`figures.units.${definition.unit}`)],
          [t('figures.counted'), it.counted === null ? null : count(it.counted)],
          [
            t('figures.bounds'),
            bounds && (
              <>
                <Instant at={bounds.start_utc} /> – <Instant at={bounds.end_utc} />
              </>
            ),
          ],
          [t('figures.zone'), bounds?.timezone ? `${bounds.timezone}. ${definition.zone}` : definition.zone],
          [t('figures.freshness'), definition.freshness],
          [t('figures.asOf'), <Instant at={it.freshness.as_of_utc} isExact />],
        ]}
      />
      {it.left_out.length > 0 && (
        <Facts
          caption={t('figures.leftOut')}
          rows={it.left_out.map(({ text, count: n }) => [text, leftOut(n)] as const)}
        />
      )}
      <Table aria-label={t('figures.conditions')} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('figures.condition')}</Table.Th>
            <Table.Th scope="col">{t('figures.source')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {it.conditions.map(({ field, value, source }) => (
            <Table.Tr key={`${source} ${field}`}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Code>{field}</Code> {value}
              </Table.Td>
              <Table.Td>{t(`figures.sources.${source}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {calls ? (
        <Anchor
          renderRoot={(props) => (
            <Link to="/calls" search={callsAddress(calls.query)} onClick={close} {...props} />
          )}
        >
          {t('figures.open', { count: calls.total, formatted: count(calls.total) })}
        </Anchor>
      ) : (
        <Text c="dimmed">{t('figures.noList')}</Text>
      )}
      <Text size="xs" c="dimmed">
        <Code>{definition.key}</Code> {t('figures.version', { version: definition.version })}
      </Text>
    </Stack>
  );
}

/** How a figure was computed, as the API explains it. */
export default function Explanation({
  of,
  what,
  close,
}: {
  readonly of: FigureOf;
  readonly what: string;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  const body = { route: of.route, query: stated(of.query), figure: pathOf(of), language: useLanguage() };
  const explanation = useQuery({
    queryKey: ['explanation', body],
    queryFn: async ({ signal }) => (await explainFigure({ body, signal, throwOnError: true })).data,
  });
  return (
    <Drawer opened onClose={close} position="right" size="md" title={what}>
      <Loaded query={explanation} what={t('figures.how')} height={320}>
        {(it) => <Explained it={it} currency={of.currency} close={close} />}
      </Loaded>
    </Drawer>
  );
}
