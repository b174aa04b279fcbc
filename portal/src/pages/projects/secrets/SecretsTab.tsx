import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createSecret, deleteSecret, rotateSecret, type SecretListResponse } from '../../../api/generated';
import { listSecretsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { FormDialog } from '../../../parts/forms/FormDialog';
import { Confirm } from '../../../parts/Confirm';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import type { TabProps, ProjectKey } from '../project';
import { Person } from '../../../parts/values/Person';

type Secret = SecretListResponse['items'][number];

const changesOf = (key: ProjectKey) => [
  listSecretsOptions(key).queryKey,
  ['validation', key.path.project_id],
];

/** A new secret, or a new value of one. The value is sent with the request and not kept here. */
function SecretForm({
  projectKey,
  rotated,
  onClose,
}: {
  readonly projectKey: ProjectKey;
  readonly rotated: Secret | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState(rotated?.secret_name ?? '');
  const [value, setValue] = useState('');
  const write = useWrite<{ readonly name: string; readonly value: string }, unknown>(
    (sent, key) => {
      const headers = { 'Idempotency-Key': key };
      return rotated
        ? rotateSecret({
            path: { ...projectKey.path, secret_name: rotated.secret_name },
            query: projectKey.query,
            headers,
            body: { value: sent.value },
          })
        : createSecret({ ...projectKey, headers, body: { secret_name: sent.name, value: sent.value } });
    },
    { changes: changesOf(projectKey), onDone: onClose },
  );
  const fields = write.problem?.fields ?? {};
  return (
    <FormDialog
      title={rotated ? t('secrets.rotateTitle', { name: rotated.secret_name }) : t('secrets.create')}
      action={t(rotated ? 'secrets.rotate' : 'secrets.store')}
      isReady={name !== '' && value !== ''}
      write={write}
      shown={['secret_name', 'value']}
      onSubmit={() => write.send({ name, value })}
      onClose={onClose}
    >
      {!rotated && (
        <TextInput
          label={t('secrets.name')}
          description={t('secrets.nameHelp')}
          placeholder="CRM_API_KEY"
          data-autofocus
          autoComplete="off"
          maxLength={64}
          value={name}
          error={fields['secret_name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
      <PasswordInput
        label={t('secrets.value')}
        description={t('secrets.valueHelp')}
        autoComplete="new-password"
        maxLength={8_192}
        value={value}
        error={fields['value']}
        visibilityToggleButtonProps={{ 'aria-label': t('secrets.show') }}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Secrets of a project: a value goes in and is never shown again. */
export function SecretsTab({ projectKey, lifecycle }: TabProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Secret | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Secret | null>(null);
  const secrets = useQuery(listSecretsOptions(projectKey));
  const remove = useWrite<string, unknown>(
    (secret_name, key) =>
      deleteSecret({
        path: { ...projectKey.path, secret_name },
        query: projectKey.query,
        headers: { 'Idempotency-Key': key },
      }),
    { changes: changesOf(projectKey), onDone: () => setLeaving(null) },
  );
  const canAct = lifecycle.permissions.can_edit;
  const create = canAct && (
    <Button size="xs" leftSection={<IconPlus aria-hidden size={14} />} onClick={() => setOpen('new')}>
      {t('secrets.create')}
    </Button>
  );
  const columns: readonly Column<Secret>[] = [
    {
      name: 'name',
      label: t('secrets.name'),
      cell: (it) => (
        <Text span size="sm" ff="monospace">
          {it.secret_name}
        </Text>
      ),
    },
    {
      name: 'preview',
      label: t('secrets.value'),
      cell: (it) => (
        <Text span size="sm" ff="monospace">
          {it.reference_preview}
        </Text>
      ),
    },
    { name: 'version', label: t('secrets.version'), isNumber: true, cell: (it) => it.version },
    { name: 'at', label: t('secrets.changed'), cell: (it) => <Instant at={it.updated_at} /> },
    { name: 'by', label: t('versions.by'), cell: (it) => <Person id={it.updated_by} /> },
    ...(canAct
      ? [
          {
            name: 'actions',
            label: t('projectSettings.action'),
            cell: (it: Secret) => (
              <Group gap={4} wrap="nowrap">
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={t('secrets.rotateTitle', { name: it.secret_name })}
                  onClick={() => setOpen(it)}
                >
                  {t('secrets.rotate')}
                </Button>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="red"
                  aria-label={t('secrets.deleteTitle', { name: it.secret_name })}
                  onClick={() => setLeaving(it)}
                >
                  {t('secrets.delete')}
                </Button>
              </Group>
            ),
          },
        ]
      : []),
  ];
  return (
    <Panel title={t('projectTabs.secrets')} aside={create}>
      <Text size="sm" c="dimmed">
        {t('secrets.help')}
      </Text>
      <Loaded query={secrets} what={t('projectTabs.secrets')} height={200}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('secrets.none')} next={t('secrets.noneNext')} />
          ) : (
            <DataTable
              caption={t('projectTabs.secrets')}
              columns={columns}
              rows={items}
              keyOf={(it) => it.secret_name}
            />
          )
        }
      </Loaded>
      {open && (
        <SecretForm
          projectKey={projectKey}
          rotated={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
      {leaving && (
        <Confirm
          title={t('secrets.deleteTitle', { name: leaving.secret_name })}
          action={t('secrets.delete')}
          typed={leaving.secret_name}
          write={remove}
          onConfirm={() => remove.send(leaving.secret_name)}
          onClose={() => {
            setLeaving(null);
            remove.reset();
          }}
        >
          <Text size="sm">{t('secrets.deleteText')}</Text>
        </Confirm>
      )}
    </Panel>
  );
}
