import { Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getDirectoryOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { DirectoryForm } from './DirectoryForm';
import { Events } from './Events';
import { Tokens } from './Tokens';

// Events of a directory arrive while an administrator watches its first run.
const LIVE_MS = 10_000;

/** The company directory that provisions the people of the client (directory section 2). */
export function Directory() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const directory = useQuery({
    ...getDirectoryOptions({ query: { client_id } }),
    refetchInterval: LIVE_MS,
  });
  const title = t('settings.directory');
  return (
    <Loaded query={directory} what={title} height={480}>
      {(saved) => (
        <Stack>
          <Panel title={title}>
            <Stack>
              <Text size="sm" c="dimmed">
                {t('directory.text')}
              </Text>
              <Group gap="xs">
                <Text size="sm">{t('directory.address')}</Text>
                <Code>{`${window.location.origin}${saved.base_path}`}</Code>
              </Group>
              <Text size="sm">
                {t('directory.people', { active: saved.active_people, total: saved.people })}
              </Text>
              <DirectoryForm key={saved.client_id} saved={saved} />
            </Stack>
          </Panel>
          <Tokens tokens={saved.tokens} />
          <Events events={saved.events} />
        </Stack>
      )}
    </Loaded>
  );
}
