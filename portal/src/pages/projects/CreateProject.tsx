import { Select, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { createProject, type LifecycleSnapshotResponse } from '../../api/generated';
import { useDraft } from '../../forms/draft';
import { useView } from '../../address/view';
import { useWrite } from '../../data/write';
import { bind } from '../../forms/bind';
import { FormDialog } from '../../parts/forms/FormDialog';

const EMPTY = {
  display_name: '',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  description: '',
};
const SHOWN = ['display_name', 'timezone', 'profile.description'];

/** Creates a project: a name and a zone are enough, everything else is configured later. */
export function CreateProject({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const navigate = useNavigate();
  const draft = useDraft('create-project', EMPTY);
  const { values, clear } = draft;
  const write = useWrite<typeof EMPTY, LifecycleSnapshotResponse>(
    async ({ display_name, timezone, description }, key) => {
      const { data } = await createProject({
        query: { client_id },
        headers: { 'Idempotency-Key': key },
        body: {
          display_name,
          timezone,
          managed_client_id: client_id,
          ...(description.trim() === '' ? {} : { profile: { description } }),
        },
      });
      return data;
    },
    {
      changes: [[{ _id: 'listProjects' }]],
      onDone: ({ project }) => {
        clear();
        void navigate({
          to: '/projects/$projectId',
          params: { projectId: project.project_id },
          search: (it) => ({ client_id: it.client_id, zone: it.zone, tab: 'assistant' }),
        });
      },
    },
  );
  const fields = write.problem?.fields ?? {};
  const field = bind(draft, fields);
  return (
    <FormDialog
      title={t('projects.create')}
      action={t('projects.createAction')}
      isReady={values.display_name.trim().length >= 3}
      write={write}
      shown={SHOWN}
      onSubmit={() => write.send(values)}
      onClose={onClose}
    >
      <TextInput
        label={t('projects.name')}
        description={t('projects.nameHelp')}
        data-autofocus
        dir="auto"
        maxLength={120}
        {...field.text('display_name')}
      />
      <Select
        label={t('shell.zone')}
        description={t('projects.zoneHelp')}
        searchable
        allowDeselect={false}
        data={Intl.supportedValuesOf('timeZone')}
        {...field.choice('timezone', Intl.supportedValuesOf('timeZone'))}
      />
      <Textarea
        label={t('projects.description')}
        autosize
        minRows={2}
        maxRows={6}
        dir="auto"
        maxLength={500}
        {...field.text('description')}
        error={fields['profile.description']}
      />
    </FormDialog>
  );
}
