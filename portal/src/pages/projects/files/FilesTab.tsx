import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { exportConfiguration } from '../../../api/generated';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import type { TabProps } from '../project';
import { WordsProvider } from '../form/words';
import { Clone } from './Clone';
import { download } from './file';
import { Import } from './Import';

function Export({ projectKey, lifecycle }: TabProps) {
  const { t } = useTranslation();
  const write = useWrite<'draft' | 'published', void>(async (source) => {
    const { data } = await exportConfiguration({
      path: projectKey.path,
      query: { ...projectKey.query, source },
    });
    download(`${projectKey.path.project_id}-${source}.json`, JSON.stringify(data, null, 2));
  });
  return (
    <Panel title={t('files.export')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('files.exportHelp')}
        </Text>
        <Group gap="xs">
          {(['draft', 'published'] as const).map((source) => (
            <Button
              key={source}
              size="xs"
              variant="default"
              leftSection={<IconDownload aria-hidden size={14} />}
              disabled={source === 'published' && lifecycle.project.latest_published_version === null}
              onClick={() => write.send(source)}
            >
              {t(`testCalls.uses.${source}`)}
            </Button>
          ))}
        </Group>
        <Refusal problem={write.problem} />
      </Stack>
    </Panel>
  );
}

/** Exports and imports a configuration as a file, or copies it into other projects. */
export function FilesTab(props: TabProps) {
  const canAct = props.lifecycle.permissions.can_edit;
  return (
    <WordsProvider>
      <Stack>
        <Export {...props} />
        {canAct && <Import projectKey={props.projectKey} />}
        <Clone {...props} />
      </Stack>
    </WordsProvider>
  );
}
