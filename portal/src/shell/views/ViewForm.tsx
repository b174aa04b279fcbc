import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeView, deleteView, saveView, type SavedView } from '../../api/generated';
import { listSavedViewsQueryKey } from '../../api/generated/@tanstack/react-query.gen';
import { useClientId } from '../../address/view';
import { useWrite } from '../../data/write';
import { FormDialog } from '../../parts/forms/FormDialog';
import { ChangedBy } from '../../parts/values/Person';
import type { savableAddress } from './saved-views';

interface Input {
  readonly name: string;
  readonly shared: boolean;
  /** Undefined: unchanged. */
  readonly address?: string;
}

/** Saves the page on the screen as a view, or changes one. */
export function ViewForm({
  view,
  onScreen,
  mayShare,
  onClose,
}: {
  /** Null: a new view. */
  readonly view: SavedView | null;
  readonly onScreen: ReturnType<typeof savableAddress>;
  readonly mayShare: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [takesScreen, setTakesScreen] = useState(view === null);
  const done = (text: string) => (): void => {
    notifications.show({ message: text });
    onClose();
  };
  const options = { changes: [listSavedViewsQueryKey({ query: { client_id } })] };
  const save = useWrite(
    async (input: Input, key) => {
      const headers = { 'Idempotency-Key': key };
      return view === null
        ? saveView({ query: { client_id }, headers, body: { ...input, address: input.address ?? '' } })
        : changeView({
            path: { view_id: view.view_id },
            query: { client_id },
            headers: { ...headers, 'If-Match': `"${view.etag}"` },
            body: input,
          });
    },
    { ...options, onDone: done(t('views.saved')) },
  );
  const remove = useWrite(
    async (view_id: string) => deleteView({ path: { view_id }, query: { client_id } }),
    { ...options, onDone: done(t('views.deleted')) },
  );
  return (
    <FormDialog
      title={t(view === null ? 'views.save' : 'views.changeTitle')}
      action={t('views.keep')}
      isReady={name.trim() !== ''}
      write={{
        isPending: save.isPending || remove.isPending,
        problem: save.problem ?? remove.problem,
      }}
      shown={['name', 'shared']}
      aside={
        view && (
          <Button
            variant="subtle"
            color="red"
            disabled={save.isPending}
            loading={remove.isPending}
            onClick={() => remove.send(view.view_id)}
          >
            {t('views.delete')}
          </Button>
        )
      }
      onSubmit={() =>
        save.send({ name: name.trim(), shared, ...(takesScreen && { address: onScreen?.address }) })
      }
      onClose={onClose}
    >
      <TextInput
        label={t('views.name')}
        description={t('views.nameHelp')}
        data-autofocus
        required
        maxLength={60}
        value={name}
        error={save.problem?.fields['name']}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {(mayShare || shared) && (
        <Checkbox
          label={t('views.share')}
          description={t('views.shareHelp')}
          checked={shared}
          error={save.problem?.fields['shared']}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
      )}
      {view !== null && onScreen && (
        <Checkbox
          label={t('views.takeScreen')}
          checked={takesScreen}
          onChange={({ currentTarget }) => setTakesScreen(currentTarget.checked)}
        />
      )}
      {takesScreen && onScreen?.leavesOut && (
        <Text size="sm" c="dimmed">
          {t('views.leftOut')}
        </Text>
      )}
      {view && <ChangedBy at={view.updated_at_utc} by={view.updated_by} />}
    </FormDialog>
  );
}
