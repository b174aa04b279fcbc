import { Group, Select, SegmentedControl, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { saveFollowUp, type FollowUpResponse } from '../../api/generated';
import { useView } from '../../address/view';
import { useWrite } from '../../data/write';
import { bind } from '../../forms/bind';
import { useEdited } from '../../forms/edited';
import { EditedForm } from '../forms/EditedForm';
import { instantOf, localOf, ownZone } from '../../forms/local-time';
import { useOwners } from './owners';
import { CHANGED_BY_FOLLOW_UP } from './queries';

const STATES = ['none', 'open', 'done'] as const;

interface Values {
  readonly state: (typeof STATES)[number];
  /** Empty: the call has no owner. */
  readonly owner: string;
  /** In the format of the browser's input. */
  readonly due: string;
  readonly note: string;
  readonly tags: readonly string[];
}

const valuesOf = (it: FollowUpResponse): Values => ({
  state: it.state ?? 'none',
  owner: it.owner?.user_id ?? '',
  due: localOf(it.due_at_utc),
  note: it.note ?? '',
  tags: it.tags,
});

/** Edits the follow-up of a call. */
export function FollowUpForm({ saved }: { readonly saved: FollowUpResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const owners = useOwners(saved.owner);
  const edited = useEdited(`follow-up ${client_id} ${saved.call_id}`, {
    values: valuesOf(saved),
    etag: saved.etag,
  });
  const write = useWrite(
    async ({ state, owner, due, note, tags }: Values, key) => {
      await saveFollowUp({
        path: { call_id: saved.call_id },
        query: { client_id },
        headers: { 'If-Match': saved.etag, 'Idempotency-Key': key },
        body: {
          state: state === 'none' ? null : state,
          owner: owner || null,
          due_at_utc: instantOf(due),
          tags: [...tags],
          // A note that is not shown stays unchanged.
          ...(note !== (saved.note ?? '') && { note: note.trim() || null }),
        },
      });
    },
    {
      changes: CHANGED_BY_FOLLOW_UP,
      onDone: () => {
        edited.discard();
        notifications.show({ message: t('followUp.saved') });
      },
    },
  );
  const { due_at_utc: due, ...errors } = write.problem?.fields ?? {};
  const field = bind(edited, { ...errors, ...(due !== undefined && { due }) });
  const stateOf = (it: Values): string => t(`followUp.state.${it.state}`);
  return (
    <EditedForm
      edited={edited}
      describe={(it) => [
        [t('followUp.what'), stateOf(it)],
        [t('followUp.owner'), owners.find(({ value }) => value === it.owner)?.label ?? t('followUp.nobody')],
        [t('followUp.due'), it.due],
        [t('followUp.note'), it.note],
        [t('followUp.tags'), it.tags.join(', ')],
      ]}
      write={write}
      shown={['owner', 'due_at_utc', 'note', 'tags']}
      onSave={() => write.send(edited.values)}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('followUp.what')}
        data={STATES.map((value) => ({ value, label: t(`followUp.state.${value}`) }))}
        {...field.choice('state', STATES)}
      />
      <Group grow align="flex-start" gap="sm" preventGrowOverflow={false}>
        <Select
          miw={160}
          label={t('followUp.owner')}
          placeholder={t('followUp.nobody')}
          clearable
          data={owners}
          {...field.emptied('owner')}
        />
        <TextInput
          miw={200}
          type="datetime-local"
          label={t('followUp.dueIn', { zone: ownZone() })}
          {...field.text('due')}
        />
      </Group>
      {saved.note_status === 'withheld' ? (
        <Text size="sm" c="dimmed">
          {t('followUp.noteWithheld')}
        </Text>
      ) : (
        <Textarea
          label={t('followUp.note')}
          description={t('followUp.noteHelp')}
          rows={3}
          maxLength={2000}
          dir="auto"
          {...field.text('note')}
        />
      )}
      <TagsInput
        label={t('followUp.tags')}
        description={t('followUp.tagsHelp')}
        maxTags={10}
        clearable
        {...field.list('tags')}
      />
    </EditedForm>
  );
}

/** The same for those who may not change it. */
export function FollowUpFacts({ saved }: { readonly saved: FollowUpResponse }) {
  const { t } = useTranslation();
  return (
    <Stack gap={4}>
      <Text size="sm">{t(`followUp.state.${saved.state ?? 'none'}`)}</Text>
      {saved.note_status !== 'none' && (
        <Text size="sm" dir="auto" className="breaks" c={saved.note === null ? 'dimmed' : undefined}>
          {saved.note ?? t('followUp.noteWithheld')}
        </Text>
      )}
      {saved.tags.length > 0 && (
        <Text size="sm" c="dimmed">
          {saved.tags.join(', ')}
        </Text>
      )}
    </Stack>
  );
}
