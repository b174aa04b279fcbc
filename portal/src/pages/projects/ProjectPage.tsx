import { Anchor, Grid } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { TabName, SectionName } from '../../address/project-places';
import { useMay } from '../../address/assignment';
import { SideList, type SideGroup } from '../../parts/SideList';
import { Loading, Loaded } from '../../parts/States';
import { PageHead } from '../../shell/PageHead';
import { TABS } from './tabs';
import { LastChange } from './LastChange';
import { ProjectState } from './ProjectState';
import { StoppedNotice } from './StoppedNotice';
import {
  draftOf,
  useLifecycle,
  useProjectKey,
  validationOf,
  type Lifecycle,
  type ProjectKey,
} from './project';
import { SECTIONS, sectionNamed } from './sections/sections';

const SectionEditor = lazy(async () => ({
  default: (await import('./sections/SectionEditor')).SectionEditor,
}));

type Place = SectionName | TabName;

function usePlaces(isFull: boolean): readonly { name: Place; icon: Icon; label: string }[] {
  const { t } = useTranslation();
  const may = useMay();
  return [
    ...(isFull ? SECTIONS.map(({ name, icon }) => ({ name, icon, label: t(`sectionNames.${name}`) })) : []),
    ...TABS.filter(
      ({ isForAll, operation }) => (isFull || isForAll) && (operation === undefined || may(operation)),
    ).map(({ name, icon }) => ({
      name,
      icon,
      label: t(`projectTabs.${name}`),
    })),
  ];
}

/** The parts of a project, each with its findings. */
function PlaceList({
  places,
  place,
  states,
}: {
  readonly places: ReturnType<typeof usePlaces>;
  readonly place: Place;
  readonly states: ReadonlyMap<string, string>;
}) {
  const { t } = useTranslation();
  const sign = (name: string) => {
    const state = states.get(name);
    if (state === 'blocked')
      return (
        <IconCircleX
          role="img"
          aria-label={t('sectionPage.blocked')}
          size={15}
          color="var(--mantine-color-red-text)"
        />
      );
    if (state === 'warning')
      return (
        <IconAlertTriangle
          role="img"
          aria-label={t('sectionPage.warning')}
          size={15}
          color="var(--mantine-color-yellow-text)"
        />
      );
    return undefined;
  };
  const groupOf = (title: string, items: typeof places): SideGroup<Place> => ({
    title,
    items: items.map((it) => ({ ...it, sign: sign(it.name) })),
  });
  return (
    <SideList
      label={t('projects.places')}
      groups={[
        groupOf(
          t('projects.configure'),
          places.filter(({ name }) => sectionNamed(name)),
        ),
        groupOf(
          t('projects.run'),
          places.filter(({ name }) => !sectionNamed(name)),
        ),
      ].filter(({ items }) => items.length > 0)}
      current={place}
      searchOf={(tab) =>
        ({ client_id, zone }) => ({ client_id, zone, tab })}
    />
  );
}

function Content({
  place,
  projectKey,
  lifecycle,
}: {
  readonly place: Place;
  readonly projectKey: ProjectKey;
  readonly lifecycle: Lifecycle;
}) {
  const { t } = useTranslation();
  const section = sectionNamed(place);
  if (section) {
    return (
      <Suspense fallback={<Loading height={560} label={t(`sectionNames.${section.name}`)} />}>
        <SectionEditor
          key={section.name}
          projectKey={projectKey}
          section={section}
          canEdit={lifecycle.permissions.can_edit}
        />
      </Suspense>
    );
  }
  const tab = TABS.find(({ name }) => name === place);
  if (!tab) return null;
  return (
    <Suspense fallback={<Loading height={480} label={t(`projectTabs.${tab.name}`)} />}>
      <tab.Content projectKey={projectKey} lifecycle={lifecycle} />
    </Suspense>
  );
}

/** One project: its whole configuration, and its actions. */
export function ProjectPage() {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const lifecycle = useLifecycle();
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const isFull = useMay()('getDraft');
  const places = usePlaces(isFull);
  const place = places.find(({ name }) => name === tab)?.name ?? (isFull ? 'assistant' : 'settings');
  const draft = useQuery({ ...draftOf(projectKey), enabled: isFull });
  const validation = useQuery({
    ...validationOf(projectKey, draft.data?.etag),
    enabled: isFull && draft.isSuccess,
  });
  const states = new Map(
    validation.data?.sections
      // An empty section is work to do, not a fault.
      .filter((it) => draft.data?.sections[it.section]?.state !== 'empty')
      .map((it) => [it.section, it.status] as const),
  );
  const name = lifecycle.data?.project.display_name ?? projectKey.path.project_id;
  return (
    <>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link to="/projects" search={({ client_id, zone }) => ({ client_id, zone })} {...props} />
        )}
      >
        {t('projects.back')}
      </Anchor>
      <PageHead
        title={name}
        help={t('help.project')}
        chapter={place === 'knowledge' ? 'knowledge' : 'projects'}
        api={{ operation: 'getProjectLifecycle', ...projectKey }}
      >
        {lifecycle.data && (
          <ProjectState
            projectKey={projectKey}
            lifecycle={lifecycle.data}
            validation={validation.data}
            isFull={isFull}
          />
        )}
      </PageHead>
      {isFull && <LastChange projectKey={projectKey} draft={draft.data} lifecycle={lifecycle.data} />}
      {isFull && place !== 'release' && <StoppedNotice projectKey={projectKey} />}
      <Loaded query={lifecycle} what={t('pages.project')} height={560}>
        {(data) => (
          <Grid>
            <Grid.Col span={{ base: 12, md: 3, xl: 2 }}>
              <PlaceList places={places} place={place} states={states} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 9, xl: 10 }}>
              <Content place={place} projectKey={projectKey} lifecycle={data} />
            </Grid.Col>
          </Grid>
        )}
      </Loaded>
    </>
  );
}
