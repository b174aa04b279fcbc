import {
  Button,
  Group,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { archiveProject, editProject, restoreProject } from '../../../api/generated';
import { useDraft } from '../../../forms/draft';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { everythingOf, type Lifecycle, type TabProps } from '../project';
import { bind } from '../../../forms/bind';
import { Assignments } from './Assignments';

const TEXTS = ['industry', 'use_case', 'language'] as const;

const valuesOf = ({ project, profile }: Lifecycle) => ({
  display_name: project.display_name,
  timezone: project.timezone,
  description: profile.description ?? '',
  industry: profile.industry ?? '',
  use_case: profile.use_case ?? '',
  language: profile.language ?? '',
  tags: profile.tags,
});

/** Name, zone and profile of a project. */
function Facts({ projectKey, lifecycle }: TabProps) {
  const { t } = useTranslation();
  const { project, permissions } = lifecycle;
  const saved = valuesOf(lifecycle);
  const [initial, setInitial] = useState(saved);
  const facts = useDraft(`project:${project.project_id}:facts`, initial);
  const { values, clear } = facts;
  const write = useWrite<ReturnType<typeof valuesOf> & { readonly revision_token: string }, unknown>(
    ({ revision_token, display_name, timezone, description, industry, use_case, language, tags }, key) =>
      editProject({
        ...projectKey,
        headers: { 'Idempotency-Key': key },
        body: {
          revision_token,
          display_name,
          timezone,
          profile: {
            description: description || null,
            industry: industry || null,
            use_case: use_case || null,
            language: language || null,
            tags: [...tags],
          },
        },
      }),
    {
      changes: [...everythingOf(projectKey), [{ _id: 'listProjects' }]],
      onDone: (_, { revision_token: _token, ...sent }) => {
        setInitial(sent);
        clear();
      },
    },
  );
  const fields = write.problem?.fields ?? {};
  const field = bind(
    facts,
    Object.fromEntries(Object.entries(fields).map(([path, it]) => [path.replace(/^profile\./, ''), it])),
  );
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  const isReadOnly = !permissions.can_edit;
  return (
    <Panel title={t('projectSettings.facts')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          write.send({ ...values, revision_token: project.revision_token });
        }}
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('projects.name')}
              dir="auto"
              maxLength={120}
              readOnly={isReadOnly}
              {...field.text('display_name')}
            />
            <Select
              label={t('shell.zone')}
              searchable
              allowDeselect={false}
              disabled={isReadOnly}
              data={Intl.supportedValuesOf('timeZone')}
              {...field.choice('timezone', Intl.supportedValuesOf('timeZone'))}
            />
            {TEXTS.map((name) => (
              <TextInput
                key={name}
                label={t(`projectSettings.${name}`)}
                dir="auto"
                readOnly={isReadOnly}
                {...field.text(name)}
              />
            ))}
            <TagsInput
              label={t('projectSettings.tags')}
              readOnly={isReadOnly}
              maxTags={20}
              {...field.list('tags')}
            />
          </SimpleGrid>
          <Textarea
            label={t('projects.description')}
            autosize
            minRows={2}
            maxRows={8}
            dir="auto"
            maxLength={500}
            readOnly={isReadOnly}
            {...field.text('description')}
          />
          <Refusal
            problem={write.problem}
            shown={[
              'display_name',
              'timezone',
              'profile.description',
              'profile.tags',
              ...TEXTS.map((it) => `profile.${it}`),
            ]}
          />
          {!isReadOnly && (
            <Group justify="flex-end">
              {isDirty && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    setInitial(saved);
                    clear();
                  }}
                >
                  {t('sectionPage.revert')}
                </Button>
              )}
              <Button size="xs" type="submit" disabled={!isDirty} loading={write.isPending}>
                {t('actions.save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  );
}

/** Archives or restores a project. */
function Moves({ projectKey, lifecycle }: TabProps) {
  const { t } = useTranslation();
  const { project, permissions } = lifecycle;
  const [isAsking, setAsking] = useState(false);
  const [note, setNote] = useState('');
  const isArchived = project.lifecycle_state === 'archived';
  const write = useWrite<string, unknown>(
    (lifecycle_note, key) =>
      (isArchived ? restoreProject : archiveProject)({
        ...projectKey,
        headers: { 'Idempotency-Key': key },
        body: {
          revision_token: project.revision_token,
          ...(lifecycle_note === '' ? {} : { lifecycle_note }),
        },
      }),
    { changes: [...everythingOf(projectKey), [{ _id: 'listProjects' }]], onDone: () => setAsking(false) },
  );
  const name = isArchived ? 'restore' : 'archive';
  const mayMove = isArchived ? permissions.can_restore : permissions.can_archive;
  return (
    <Panel title={t('projectSettings.lifecycle')}>
      <Text size="sm">
        {t(`projectWords.lifecycle.${project.lifecycle_state}`)}
        {' · '}
        {t('projects.created')} <Instant at={project.created_at} />
        {isArchived && project.archived_at && (
          <>
            {' · '}
            {t('projectSettings.archivedAt')} <Instant at={project.archived_at} />
          </>
        )}
      </Text>
      {project.lifecycle_notes && (
        <Text size="sm" c="dimmed" dir="auto">
          {project.lifecycle_notes}
        </Text>
      )}
      {mayMove && (
        <Group>
          <Button
            size="xs"
            variant={isArchived ? 'filled' : 'outline'}
            color={isArchived ? undefined : 'red'}
            onClick={() => setAsking(true)}
          >
            {t(`projectSettings.${name}`)}
          </Button>
        </Group>
      )}
      {isAsking && (
        <Confirm
          title={t(`projectSettings.${name}Title`, { name: project.display_name })}
          action={t(`projectSettings.${name}`)}
          typed={isArchived ? undefined : project.display_name}
          isDangerous={!isArchived}
          write={write}
          onConfirm={() => write.send(note)}
          onClose={() => {
            setAsking(false);
            write.reset();
          }}
        >
          <Text size="sm">{t(`projectSettings.${name}Text`)}</Text>
          <Textarea
            label={t('projectSettings.note')}
            dir="auto"
            maxLength={500}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </Confirm>
      )}
    </Panel>
  );
}

/** A project's name, its people, and whether it is in use. */
export function SettingsTab(props: TabProps) {
  return (
    <Stack>
      <Facts {...props} />
      <Assignments {...props} />
      <Moves {...props} />
    </Stack>
  );
}
