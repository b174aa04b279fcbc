import { Anchor, Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_RANGE, rangeOf } from '../address/range';
import { useChangeView, useView } from '../address/view';
import { Link, useSearch } from '@tanstack/react-router';
import type { ChapterName } from '../guide/chapters';
import { keptSearch } from '../address/search';
import { ByApi } from '../parts/by-api/ByApi';
import type { ApiRead } from '../parts/by-api/by-api';
import { ProjectSelect } from '../parts/ProjectSelect';
import { DateRange } from './DateRange';

const RANGES = ['today', 'yesterday', '7', '30', '90', 'last_month'] as const;

/** The title of a page, with a line on its purpose and a link to its chapter of the guide. */
export function PageHead({
  title,
  help,
  chapter,
  api,
  children,
}: {
  readonly title: string;
  readonly help: string;
  /** Null: the page is the guide itself. */
  readonly chapter: ChapterName | null;
  /** The API request of the page, for people who want to send it themselves. */
  readonly api?: ApiRead;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const [hasFilters, setFilters] = useState(false);
  useEffect(() => {
    document.title = `${title} · ${t('product')}`;
  }, [title, t]);
  return (
    <Group justify="space-between" align="flex-end" mb="md">
      {/* The help wraps to two lines before the controls lose their place on the right. */}
      <Stack gap={2} flex="1 1 320px" miw={0}>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed">
          {help}{' '}
          {chapter && (
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => (
                <Link to="/guide/$chapter" params={{ chapter }} search={keptSearch} {...props} />
              )}
            >
              {t('guide.more')}
            </Anchor>
          )}{' '}
          {api && <ByApi read={api} />}
        </Text>
      </Stack>
      <Button
        className="filtersButton"
        size="xs"
        variant="default"
        leftSection={<IconFilter aria-hidden size={14} />}
        aria-expanded={hasFilters}
        onClick={() => setFilters(!hasFilters)}
      >
        {t('shell.filters')}
      </Button>
      {children}
    </Group>
  );
}

/** Chooses a project of the client, or all of them. */
export function ProjectFilter() {
  const { t } = useTranslation();
  const { project_id } = useView();
  const change = useChangeView();
  return (
    <ProjectSelect
      className="projectFilter"
      size="xs"
      w={200}
      clearable
      aria-label={t('shell.project')}
      placeholder={t('shell.allProjects')}
      value={project_id ?? null}
      onChange={(value) => change({ project_id: value ?? undefined, cursor: undefined, page: undefined })}
    />
  );
}

/** Project, range and zone, which every page with figures has. */
export function ViewFilters({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  const view = useView();
  const change = useChangeView();
  const { range = DEFAULT_RANGE }: { range?: string } = useSearch({ strict: false });
  // A link with the days of a named range shows its name.
  const named = RANGES.find((it) => {
    const { start_date, end_date } = rangeOf(it, view.zone, new Date());
    return it === range || (start_date === view.start_date && end_date === view.end_date);
  });
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  return (
    <Group gap="xs" role="search">
      <ProjectFilter />
      {children}
      <Select
        size="xs"
        w={150}
        aria-label={t('shell.range')}
        allowDeselect={false}
        data={[
          ...RANGES.map((value) => ({ value, label: t(`range.${value}`) })),
          ...(named ? [] : [{ value: range, label: t('range.custom') }]),
        ]}
        value={named ?? range}
        onChange={(value) => change({ range: value ?? undefined, cursor: undefined })}
      />
      <DateRange
        from={view.start_date}
        to={view.end_date}
        choose={(from, to) => change({ range: `${from}..${to}`, cursor: undefined })}
      />
      <Select
        size="xs"
        w={190}
        searchable
        allowDeselect={false}
        aria-label={t('shell.zone')}
        data={zones.includes(view.zone) ? zones : [view.zone, ...zones]}
        value={view.zone}
        onChange={(zone) => change({ zone: zone ?? undefined, cursor: undefined })}
      />
    </Group>
  );
}
