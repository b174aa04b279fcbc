import { Select, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPartnerClient, type CreatePartnerClientRequest } from '../../../api/generated';
import {
  getPortalSessionQueryKey,
  listPartnerClientsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useDraft } from '../../../forms/draft';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import { checkClient, FIELDS, idFrom, type TextFieldName } from './new-client';
import { FormDialog } from '../../../parts/forms/FormDialog';

const EMPTY: CreatePartnerClientRequest = {
  business_name: '',
  client_id: '',
  web_domain: '',
  contact_name: '',
  business_email: '',
  timezone: '',
};

/** Creates a client (partner-clients section 5). */
export function AddClient({
  onClose,
  onAdded,
}: {
  readonly onClose: () => void;
  readonly onAdded: (clientId: string) => void;
}) {
  const { t } = useTranslation();
  const draft = useDraft('client', EMPTY);
  const [isChecked, setChecked] = useState(false);
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const values = {
    ...draft.values,
    timezone: draft.values.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone,
    // Until a person types an id, the id follows the name.
    client_id: draft.values.client_id || idFrom(draft.values.business_name),
  };
  const wrong = checkClient(values);
  const write = useWrite(
    async (body: CreatePartnerClientRequest, key) =>
      (await createPartnerClient({ headers: { 'Idempotency-Key': key }, body })).data,
    {
      changes: [listPartnerClientsQueryKey(), getPortalSessionQueryKey()],
      onDone: ({ client_id, business_name: name }) => {
        draft.clear();
        notifications.show({ message: t('newClient.added', { name }) });
        onAdded(client_id);
      },
    },
  );
  const isTaken = write.problem?.code === 'conflict' && write.problem.status === 409;
  const errorOf = (name: keyof CreatePartnerClientRequest): string | undefined => {
    if (name === 'client_id' && isTaken) return t('newClient.taken');
    return (
      write.problem?.fields[name] ?? (isChecked && wrong.has(name) ? t(`newClient.wrong.${name}`) : undefined)
    );
  };
  const field = bind(draft);
  const textField = (name: TextFieldName) => (
    <TextInput
      key={name}
      label={t(`newClient.${name}`)}
      description={t(`newClient.help.${name}`)}
      type={name === 'business_email' ? 'email' : 'text'}
      autoComplete="off"
      data-autofocus={name === 'business_name' || undefined}
      {...field.text(name)}
      error={errorOf(name)}
    />
  );
  return (
    <FormDialog
      size="lg"
      title={t('clientsOf.add')}
      action={t('clientsOf.add')}
      write={{ ...write, problem: isTaken ? undefined : write.problem }}
      shown={[...FIELDS, 'timezone']}
      onSubmit={() => {
        setChecked(true);
        if (wrong.size === 0) write.send(values);
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('newClient.text')}</Text>
      {FIELDS.map(textField)}
      <Select
        label={t('newClient.timezone')}
        searchable
        allowDeselect={false}
        data={zones}
        {...field.choice('timezone', zones)}
        error={errorOf('timezone')}
      />
    </FormDialog>
  );
}
