import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { HomeClient, HomeResponse } from '../../api/generated';
import { Panel } from '../../parts/Panel';
import { DataTable, type Column } from '../../parts/tables/DataTable';
import { CallsLink } from './CallsLink';
import { callsOf } from './links';
import { FIGURES, PERIODS, type FigureName, type Period } from './names';

/** The calls of a client: today and seven days, each next to its previous range. */
export function Figures({ client, home }: { readonly client: HomeClient; readonly home: HomeResponse }) {
  const { t } = useTranslation();
  const { client_id: clientId, calls } = client;
  const cell = (name: FigureName, period: Period, isBefore: boolean) => {
    if (!calls) return t('home.unavailable');
    const { before, ...now } = home.ranges[period];
    const figure = calls[period][name];
    return (
      <CallsLink
        calls={isBefore ? figure.before : figure.count}
        search={callsOf(clientId, name, isBefore ? before : now, home.timezone)}
        what={t(`home.${name}`)}
        when={t(`home.${period}${isBefore ? 'Before' : ''}`)}
        isQuiet={isBefore}
        figure={`${period}.${name}.${isBefore ? 'before' : 'count'}`}
        zone={home.timezone}
      />
    );
  };
  const columns: readonly Column<FigureName>[] = [
    { name: 'figure', label: t('home.figure'), cell: (name) => t(`home.${name}`) },
    ...PERIODS.flatMap((period) =>
      [false, true].map((isBefore): Column<FigureName> => ({
        name: `${period}${isBefore ? 'Before' : ''}`,
        label: t(`home.${period}${isBefore ? 'Before' : ''}`),
        isNumber: true,
        cell: (name) => cell(name, period, isBefore),
      })),
    ),
  ];
  return (
    <Panel
      title={t('home.figures')}
      aside={
        <Text size="xs" c="dimmed">
          {t('home.zone', { zone: home.timezone })}
        </Text>
      }
    >
      {!calls && <Text size="sm">{t('home.unavailableText')}</Text>}
      <div className="wraps">
        <DataTable caption={t('home.figures')} columns={columns} rows={FIGURES} keyOf={(name) => name} />
      </div>
      <Group gap="md">
        <Text size="sm" c="dimmed">
          {t('home.yesterday')}
        </Text>
        {FIGURES.map((name) => (
          <Anchor
            key={name}
            size="sm"
            aria-label={t('home.openYesterday', { what: t(`home.${name}`) })}
            renderRoot={(props) => (
              <Link to="/calls" search={callsOf(clientId, name, 'yesterday', home.timezone)} {...props} />
            )}
          >
            {t(`home.${name}`)}
          </Anchor>
        ))}
      </Group>
    </Panel>
  );
}
