import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importConfiguration, type IncomingResponse } from '../../../api/generated';
import { listSecretsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { everythingOf, ifMatch, type ProjectKey } from '../project';
import { readFile, type ConfigurationFile } from './file';
import { Incoming } from './Incoming';

interface Sent {
  readonly file: ConfigurationFile;
  readonly names: Readonly<Record<string, string>>;
}

const bodyOf = ({ file, names }: Sent): ConfigurationFile =>
  Object.keys(names).length > 0 ? { ...file, secret_names: { ...file.secret_names, ...names } } : file;

/** Imports a file into the draft, after the person has seen the difference. */
export function Import({ projectKey }: { readonly projectKey: ProjectKey }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<ConfigurationFile | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const secrets = useQuery(listSecretsOptions(projectKey)).data?.items ?? [];
  const look = useWrite<Sent, IncomingResponse>(async (sent, key) => {
    const { data } = await importConfiguration({
      path: projectKey.path,
      query: { ...projectKey.query, dry_run: true },
      headers: { 'Idempotency-Key': key },
      body: bodyOf(sent),
    });
    return data;
  });
  const done = (): void => {
    setFile(null);
    setNames({});
    look.reset();
  };
  const take = useWrite<Sent & { readonly etag: string | null }, unknown>(
    ({ etag, ...sent }, key) =>
      importConfiguration({
        ...projectKey,
        headers: { ...ifMatch(etag), 'Idempotency-Key': key },
        body: bodyOf(sent),
      }),
    {
      changes: everythingOf(projectKey),
      onDone: () => {
        done();
        notifications.show({ message: t('files.imported') });
      },
    },
  );
  const choose = async (chosen: File | null): Promise<void> => {
    if (!chosen) return;
    take.reset();
    const read = readFile(await chosen.text());
    setUnreadable(!read);
    setFile(read ?? null);
    setNames({});
    if (read) look.send({ file: read, names: {} });
  };
  return (
    <Panel title={t('files.import')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('files.importHelp')}
        </Text>
        <Group>
          <FileButton accept="application/json,.json" onChange={(chosen) => void choose(chosen)}>
            {(props) => (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconUpload aria-hidden size={14} />}
                loading={look.isPending}
                {...props}
              >
                {t('files.choose')}
              </Button>
            )}
          </FileButton>
        </Group>
        {isUnreadable && (
          <Text size="sm" role="alert" c="red">
            {t('files.unreadable')}
          </Text>
        )}
        <Refusal problem={look.problem} />
        {file && look.answer && (
          <>
            <Incoming
              incoming={look.answer}
              secrets={secrets.map(({ secret_name: name }) => ({ value: name, label: name }))}
              names={names}
              onName={(from, to) => {
                const { [from]: _before, ...others } = names;
                const next = to === null ? others : { ...others, [from]: to };
                setNames(next);
                look.send({ file, names: next });
              }}
            />
            <Refusal problem={take.problem} />
            <Group justify="flex-end">
              <Button size="xs" variant="default" onClick={done}>
                {t('actions.cancel')}
              </Button>
              <Button
                size="xs"
                disabled={look.answer.changes.length === 0}
                loading={take.isPending}
                onClick={() => look.answer && take.send({ file, names, etag: look.answer.etag })}
              >
                {t('files.take')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Panel>
  );
}
