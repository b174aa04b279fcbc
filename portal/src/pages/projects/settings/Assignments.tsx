import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { assignMember, removeAssignment } from '../../../api/generated';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Empty } from '../../../parts/States';
import { lifecycleOf, type Lifecycle, type TabProps } from '../project';

type Assignment = Lifecycle['assignments'][number];
const VISIBILITIES = ['manage', 'read'] as const;
type Visibility = (typeof VISIBILITIES)[number];

function Assign({ projectKey, lifecycle }: TabProps) {
  const { t } = useTranslation();
  const [member, setMember] = useState<string | null>(null);
  const [visibility, setVisibility] = useState<Visibility>('manage');
  const [note, setNote] = useState('');
  const write = useWrite<
    { member_id: string; role_visibility: Visibility; assignment_note?: string },
    unknown
  >(
    (input, key) =>
      assignMember({
        ...projectKey,
        headers: { 'Idempotency-Key': key },
        body: { ...input, revision_token: lifecycle.project.revision_token },
      }),
    {
      changes: [lifecycleOf(projectKey).queryKey],
      onDone: () => {
        setMember(null);
        setNote('');
      },
    },
  );
  const members = lifecycle.available_members ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (member)
          write.send({
            member_id: member,
            role_visibility: visibility,
            ...(note.trim() === '' ? {} : { assignment_note: note }),
          });
      }}
    >
      <Group align="flex-end" gap="xs">
        <Select
          size="xs"
          w={220}
          searchable
          label={t('projectSettings.person')}
          placeholder={t(members.length === 0 ? 'projectSettings.nobodyElse' : 'form.choose')}
          disabled={members.length === 0}
          data={members.map(({ member_id, display_name, role }) => ({
            value: member_id,
            label: `${display_name} · ${role}`,
          }))}
          value={member}
          onChange={setMember}
        />
        <Select
          size="xs"
          w={150}
          allowDeselect={false}
          label={t('projectSettings.visibility')}
          data={VISIBILITIES.map((value) => ({ value, label: t(`projectWords.visibility.${value}`) }))}
          value={visibility}
          onChange={(next) => setVisibility(VISIBILITIES.find((it) => it === next) ?? 'manage')}
        />
        <TextInput
          size="xs"
          flex={1}
          miw={160}
          label={t('projectSettings.note')}
          dir="auto"
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Button size="xs" type="submit" disabled={!member} loading={write.isPending}>
          {t('projectSettings.assign')}
        </Button>
      </Group>
      <Refusal problem={write.problem} />
    </form>
  );
}

/** The people who work on a project. */
export function Assignments({ projectKey, lifecycle }: TabProps) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState<Assignment | null>(null);
  const remove = useWrite<Assignment, unknown>(
    ({ assignment_id, assignment_revision_token }, key) =>
      removeAssignment({
        path: { ...projectKey.path, assignment_id },
        query: projectKey.query,
        headers: { 'Idempotency-Key': key },
        body: { assignment_revision_token },
      }),
    { changes: [lifecycleOf(projectKey).queryKey], onDone: () => setLeaving(null) },
  );
  const mayManage = lifecycle.permissions.can_manage_assignments;
  const columns: readonly Column<Assignment>[] = [
    {
      name: 'name',
      label: t('projectSettings.person'),
      cell: (it) => <span dir="auto">{it.display_name}</span>,
    },
    {
      name: 'for',
      label: t('projectSettings.visibility'),
      cell: (it) => t(`projectWords.visibility.${it.role_visibility}`),
    },
    {
      name: 'note',
      label: t('projectSettings.note'),
      cell: (it) => <span dir="auto">{it.assignment_note ?? '–'}</span>,
    },
    { name: 'since', label: t('projectSettings.since'), cell: (it) => <Instant at={it.created_at} /> },
    ...(mayManage
      ? [
          {
            name: 'action',
            label: t('projectSettings.action'),
            cell: (it: Assignment) => (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={t('projectSettings.removePerson', { name: it.display_name })}
                onClick={() => setLeaving(it)}
              >
                {t('projectSettings.remove')}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Panel title={t('projectSettings.people')}>
      <Text size="sm" c="dimmed">
        {t('projectSettings.peopleHelp')}
      </Text>
      {lifecycle.assignments.length === 0 ? (
        <Empty title={t('projectSettings.noPeople')} />
      ) : (
        <DataTable
          caption={t('projectSettings.people')}
          columns={columns}
          rows={lifecycle.assignments}
          keyOf={(it) => it.assignment_id}
        />
      )}
      {mayManage && <Assign projectKey={projectKey} lifecycle={lifecycle} />}
      {leaving && (
        <Confirm
          title={t('projectSettings.removePerson', { name: leaving.display_name })}
          action={t('projectSettings.remove')}
          write={remove}
          onConfirm={() => remove.send(leaving)}
          onClose={() => {
            setLeaving(null);
            remove.reset();
          }}
        >
          <Text size="sm">{t('projectSettings.removeText')}</Text>
        </Confirm>
      )}
    </Panel>
  );
}
