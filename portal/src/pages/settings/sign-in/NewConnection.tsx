import { Radio, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  createSsoConnection,
  type ConnectionsResponse,
  type CreateConnectionRequest,
} from '../../../api/generated';
import { listSsoConnectionsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { CreateConnectionRequestSchema } from '../../../api/generated/schemas.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import { useDraft } from '../../../forms/draft';
import { FormDialog } from '../../../parts/forms/FormDialog';

const KINDS = CreateConnectionRequestSchema.properties.kind.enum;
const INITIAL: CreateConnectionRequest = { name: '', kind: KINDS[0] };

/**
 * Creates a connection as a draft: its name and kind are enough for the addresses that the directory
 * asks for (single-sign-on 2.1).
 */
export function NewConnection({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (connectionId: string) => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const queries = useQueryClient();
  const listed = listSsoConnectionsQueryKey({ query: { client_id } });
  const draft = useDraft('connection', INITIAL);
  const name = draft.values.name.trim();
  const create = useWrite(
    async (body: CreateConnectionRequest, key) =>
      (await createSsoConnection({ body, query: { client_id }, headers: { 'Idempotency-Key': key } })).data,
    {
      changes: [listed],
      onDone: (created) => {
        // The page of the connection finds it in the list at once.
        queries.setQueryData<ConnectionsResponse>(
          listed,
          (before) => before && { items: [...before.items, created] },
        );
        draft.clear();
        onClose();
        onCreated(created.connection_id);
      },
    },
  );
  const field = bind(draft, create.problem?.fields);
  return (
    <FormDialog
      title={t('sso.newConnection')}
      action={t('sso.create')}
      isReady={name !== ''}
      write={create}
      shown={['name', 'kind']}
      onSubmit={() => create.send({ ...draft.values, name })}
      onClose={onClose}
    >
      <TextInput
        label={t('sso.name')}
        description={t('sso.nameHelp')}
        maxLength={80}
        required
        data-autofocus
        {...field.text('name')}
      />
      <Radio.Group label={t('sso.kind')} {...field.choice('kind', KINDS)}>
        <Stack gap="xs" mt={4}>
          {KINDS.map((it) => (
            <Radio key={it} value={it} label={t(`sso.kinds.${it}`)} description={t(`sso.kindHelp.${it}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
