import { Tabs } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { assignmentFor, useSession, type Session } from '../../app/session';
import { useChangeView, useView } from '../../app/view';
import { NotFound } from '../../app/Root';
import { ClientFilter, PageHead } from '../../shell/PageHead';
import { Allowlist } from './allowlist/Allowlist';
import { Outbound } from './outbound/Outbound';
import { People } from './people/People';
import { Privacy } from './privacy/Privacy';
import { Sessions } from './sessions/Sessions';
import { TABS, type TabName } from './tabs';

function TabContent({ name, session }: { readonly name: TabName; readonly session: Session }) {
  switch (name) {
    case 'people':
      return <People session={session} />;
    case 'privacy':
      return <Privacy />;
    case 'outbound':
      return <Outbound />;
    case 'allowlist':
      return <Allowlist />;
    case 'sessions':
      return <Sessions />;
  }
}

/** A person's own settings and, for an administrator, the client's settings. */
export function SettingsPage() {
  const { t } = useTranslation();
  const session = useSession();
  const { client_id: clientId } = useView();
  const change = useChangeView();
  const { tab: wanted = 'sessions' }: { tab?: string } = useSearch({ strict: false });
  if (!session) return null;
  const { role } = assignmentFor(session, clientId);
  // Tabs about a client exist only for clients that the person administers.
  const tabs = TABS.filter(({ isFor }) => isFor(role));
  const isKnown = TABS.some(({ name }) => name === wanted);
  const tab = tabs.find(({ name }) => name === wanted);
  if (!isKnown) return <NotFound />;
  const mayChoose = session.assignments.some((it) =>
    TABS.some(({ isOfClient, isFor }) => isOfClient && isFor(it.role)),
  );
  return (
    <>
      <PageHead title={t('pages.settings')} help={t('help.settings')} chapter="settings">
        {mayChoose && <ClientFilter />}
      </PageHead>
      <Tabs
        value={tab?.name ?? null}
        keepMounted={false}
        onChange={(name) =>
          change({
            tab: name && name !== 'sessions' ? name : undefined,
            page: undefined,
            invitations_page: undefined,
          })
        }
      >
        <Tabs.List mb="md" aria-label={t('pages.settings')}>
          {tabs.map(({ name }) => (
            <Tabs.Tab key={name} value={name} px={{ base: 'xs', sm: 'md' }}>
              {t(`settings.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name }) => (
          <Tabs.Panel key={name} value={name}>
            <TabContent name={name} session={session} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {!tab && <NotFound />}
    </>
  );
}
