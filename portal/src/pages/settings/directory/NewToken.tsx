import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { createDirectoryToken } from '../../../api/generated';
import { getDirectoryQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import { useDraft } from '../../../forms/draft';
import { FormDialog } from '../../../parts/forms/FormDialog';
import { SecretOnce } from '../../../parts/SecretOnce';

const INITIAL = { name: '' };

/** Creates a token for the directory, and shows it only this once. */
export function NewToken({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const draft = useDraft('directory-token', INITIAL);
  const name = draft.values.name.trim();
  const create = useWrite(
    async (body: { name: string }, key) =>
      (await createDirectoryToken({ body, query: { client_id }, headers: { 'Idempotency-Key': key } })).data,
    { changes: [getDirectoryQueryKey({ query: { client_id } })], onDone: draft.clear },
  );
  const made = create.answer;
  return (
    <FormDialog
      title={t('directory.newToken')}
      action={t('directory.create')}
      isReady={name !== ''}
      write={create}
      shown={['name']}
      outcome={
        made && (
          <SecretOnce
            title={t('directory.secretTitle', { name: made.name })}
            secret={made.secret}
            onStored={onClose}
          />
        )
      }
      onSubmit={() => create.send({ name })}
      onClose={onClose}
    >
      <TextInput
        label={t('directory.name')}
        description={t('directory.nameHelp')}
        maxLength={80}
        required
        data-autofocus
        {...bind(draft, create.problem?.fields).text('name')}
      />
    </FormDialog>
  );
}
