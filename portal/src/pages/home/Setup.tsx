import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { HomeClient, HomeSetupStep } from '../../api/generated';
import { Panel } from '../../parts/Panel';

type Step = HomeSetupStep['step'];

/** The page for each step, within a project if there is one. */
const PLACES: Readonly<Record<Step, { readonly page: string; readonly tab?: string }>> = {
  assistant: { page: '/projects', tab: 'assistant' },
  test: { page: '/projects', tab: 'tests' },
  publish: { page: '/projects', tab: 'release' },
  number: { page: '/projects', tab: 'provider-configuration' },
  webhook: { page: '/integrations', tab: 'webhooks' },
  people: { page: '/settings', tab: 'people' },
};

/**
 * The setup steps of a new client up to its first call. A client with calls sees only the open
 * ones, and none once all are done.
 */
export function Setup({ client, isNew = false }: { readonly client: HomeClient; readonly isNew?: boolean }) {
  const { t } = useTranslation();
  const { setup, client_id } = client;
  if (!setup || setup.steps.every(({ done }) => done)) return null;
  return (
    <Panel title={t(isNew ? 'home.setup' : 'home.setupLeft')}>
      {isNew && (
        <Text size="sm" c="dimmed">
          {t('home.setupText')}
        </Text>
      )}
      <Stack gap="xs" component="ol" p={0} m={0} className="plainList">
        {setup.steps
          .filter(({ done }) => isNew || !done)
          .map(({ step, done }) => {
            const { page, tab } = PLACES[step];
            const isProject = page === '/projects';
            const to = isProject && setup.project_id ? `${page}/${setup.project_id}` : page;
            const Sign = done ? IconCircleCheck : IconCircle;
            return (
              <Group key={step} gap="xs" renderRoot={(props) => <li {...props} />} wrap="nowrap">
                <Sign
                  role="img"
                  aria-label={t(done ? 'home.done' : 'home.open')}
                  size={18}
                  color={`var(--mantine-color-${done ? 'green-text' : 'dimmed'})`}
                />
                {done ? (
                  <Text c="dimmed">{t(`home.steps.${step}`)}</Text>
                ) : (
                  <Anchor
                    renderRoot={(props) => (
                      <Link
                        to={to}
                        search={{ client_id, ...(!isProject || setup.project_id ? { tab } : {}) } as never}
                        {...props}
                      />
                    )}
                  >
                    {t(`home.steps.${step}`)}
                  </Anchor>
                )}
              </Group>
            );
          })}
      </Stack>
    </Panel>
  );
}
