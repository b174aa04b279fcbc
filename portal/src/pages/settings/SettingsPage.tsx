import { Grid, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, type Session } from '../../session/session';
import { useMay } from '../../address/assignment';
import { keptSearch } from '../../address/search';
import { NotForYou } from '../../shell/elsewhere/load';
import { NotFound } from '../../shell/NotFound';
import { SideList } from '../../parts/SideList';
import { Loading } from '../../parts/States';
import { PageHead } from '../../shell/PageHead';
import { Profile } from './sessions/Profile';
import { Sessions } from './sessions/Sessions';
import { GROUPS, TABS, tabsOf, type TabName } from './tabs';

// The first view shows a person's own settings; each other tab is loaded when it is opened.
const Addresses = lazy(async () => ({ default: (await import('./addresses/Addresses')).Addresses }));
const Allowlist = lazy(async () => ({ default: (await import('./allowlist/Allowlist')).Allowlist }));
const Clients = lazy(async () => ({ default: (await import('./clients/Clients')).Clients }));
const Directory = lazy(async () => ({ default: (await import('./directory/Directory')).Directory }));
const Exports = lazy(async () => ({ default: (await import('./exports/Exports')).Exports }));
const BreakGlass = lazy(async () => ({ default: (await import('./break-glass/BreakGlass')).BreakGlass }));
const BusinessHours = lazy(async () => ({ default: (await import('./hours/BusinessHours')).BusinessHours }));
const Outbound = lazy(async () => ({ default: (await import('./outbound/Outbound')).Outbound }));
const People = lazy(async () => ({ default: (await import('./people/People')).People }));
const Privacy = lazy(async () => ({ default: (await import('./privacy/Privacy')).Privacy }));
const SignIn = lazy(async () => ({ default: (await import('./sign-in/SignIn')).SignIn }));
const Unlocks = lazy(async () => ({ default: (await import('./unlocks/Unlocks')).Unlocks }));
const Reports = lazy(async () => ({ default: (await import('./reports/Reports')).Reports }));

function TabContent({ name, session }: { readonly name: TabName; readonly session: Session }) {
  switch (name) {
    case 'clients':
      return <Clients session={session} />;
    case 'people':
      return <People session={session} />;
    case 'addresses':
      return <Addresses />;
    case 'reports':
      return <Reports />;
    case 'privacy':
      return <Privacy />;
    case 'unlocks':
      return <Unlocks />;
    case 'outbound':
      return <Outbound />;
    case 'allowlist':
      return <Allowlist />;
    case 'signIn':
      return <SignIn />;
    case 'directory':
      return <Directory />;
    case 'exports':
      return <Exports />;
    case 'break-glass':
      return <BreakGlass session={session} />;
    case 'hours':
      return <BusinessHours />;
    case 'sessions':
      return (
        <Stack>
          <Profile session={session} />
          <Sessions />
        </Stack>
      );
  }
}

/** A person's own settings and, for an administrator, the client's settings. */
export function SettingsPage() {
  const { t } = useTranslation();
  const session = useSession();
  const may = useMay();
  const { tab: wanted = 'sessions' }: { tab?: string } = useSearch({ strict: false });
  if (!session) return null;
  // Tabs about a client exist only for clients that the person administers.
  const tabs = tabsOf(session, may);
  const isKnown = TABS.some(({ name }) => name === wanted);
  const tab = tabs.find(({ name }) => name === wanted);
  if (!isKnown) return <NotFound />;
  return (
    <>
      <PageHead title={t('pages.settings')} help={t('help.settings')} chapter="settings" />
      <Grid>
        {tabs.length > 1 && (
          <Grid.Col span={{ base: 12, md: 3, xl: 2 }}>
            <SideList
              label={t('pages.settings')}
              groups={GROUPS.map((group) => ({
                title: t(`settingsGroups.${group}`),
                items: tabs
                  .filter((it) => it.group === group)
                  .map(({ name }) => ({ name, label: t(`settings.${name}`) })),
              })).filter(({ items }) => items.length > 0)}
              current={tab?.name ?? null}
              searchOf={(name) => (before) => ({
                ...keptSearch(before),
                tab: name === 'sessions' ? undefined : name,
              })}
            />
          </Grid.Col>
        )}
        {tab && (
          <Grid.Col span={tabs.length > 1 ? { base: 12, md: 9, xl: 10 } : 12}>
            <Suspense fallback={<Loading height={480} label={t(`settings.${tab.name}`)} />}>
              <TabContent name={tab.name} session={session} />
            </Suspense>
          </Grid.Col>
        )}
      </Grid>
      {!tab && (
        <Suspense fallback={null}>
          <NotForYou page="settings" />
        </Suspense>
      )}
    </>
  );
}
