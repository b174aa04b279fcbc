import { Badge, Tabs, VisuallyHidden } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAssignment } from '../../address/assignment';
import { useChangeView } from '../../address/view';
import { useShownTab } from '../../parts/tabs';
import { PageHead, ProjectFilter } from '../../shell/PageHead';
import { useIsWithoutProject, WithoutProject } from '../../shell/WithoutProject';
import { Capacity } from './capacity/Capacity';
import { Catalogs } from './catalogs/Catalogs';
import { Keys } from './keys/Keys';
import { isInTrouble, useClientWebhooks } from './webhooks/scope';
import { Webhooks } from './webhooks/Webhooks';

const TABS = { keys: Keys, webhooks: Webhooks, capacity: Capacity, catalogs: Catalogs } as const;

/** Tabs about projects, which are empty for a person without one. */
const OF_PROJECTS: readonly string[] = ['webhooks', 'capacity'];

const isTab = (name: string | undefined): name is keyof typeof TABS =>
  name !== undefined && Object.hasOwn(TABS, name);

/** How many webhooks fail or are off, in all projects; nothing if all deliver. */
function Troubled({ clientId }: { readonly clientId: string }) {
  const { t } = useTranslation();
  const count = useClientWebhooks(clientId).data?.filter(isInTrouble).length ?? 0;
  if (count === 0) return null;
  return (
    <Badge size="sm" color="red.8" circle={count < 10}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{t('webhooks.troubled', { count })}</VisuallyHidden>
    </Badge>
  );
}

/** Connections between a partner's systems and the platform. */
export function IntegrationsPage() {
  const { t } = useTranslation();
  const assignment = useAssignment();
  const change = useChangeView();
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const shown = isTab(tab) ? tab : 'keys';
  const Shown = TABS[shown];
  const isWithout = useIsWithoutProject(OF_PROJECTS.includes(shown));
  const row = useShownTab(shown);
  return (
    <>
      <PageHead title={t('pages.integrations')} help={t(`integrations.help.${shown}`)} chapter="integrations">
        {shown === 'capacity' && <ProjectFilter />}
      </PageHead>
      <Tabs
        value={shown}
        onChange={(value) =>
          change({ tab: value ?? undefined, webhook: undefined, cursor: undefined, page: undefined })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md" ref={row}>
          {Object.keys(TABS).map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              px={{ base: 6, sm: 'md' }}
              rightSection={name === 'webhooks' && assignment && <Troubled clientId={assignment.client_id} />}
            >
              {t(`integrations.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          {isWithout ? <WithoutProject order={2} /> : assignment && <Shown assignment={assignment} />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
