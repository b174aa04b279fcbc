import { Select, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invitePerson } from '../../../api/generated';
import { listInvitationsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useDraft } from '../../../forms/draft';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import type { Role } from './roles';
import { FormDialog } from '../../../parts/forms/FormDialog';

const NOTHING: { readonly email: string; readonly role: Role | null } = { email: '', role: null };

/** Invites a person by mail (people section 3). */
export function Invite({
  roles,
  business,
  onClose,
}: {
  /** Roles that the person may grant. */
  readonly roles: readonly Role[];
  readonly business: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const draft = useDraft('invitation', NOTHING);
  const { email, role = null } = draft.values;
  const [isChecked, setChecked] = useState(false);
  const write = useWrite(
    async (body: { email: string; role: Role }, key) =>
      (await invitePerson({ query: { client_id }, headers: { 'Idempotency-Key': key }, body })).data,
    {
      changes: [listInvitationsQueryKey()],
      onDone: (_, { email: to }) => {
        draft.clear();
        notifications.show({ message: t('people.invited', { to }) });
        onClose();
      },
    },
  );
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim());
  return (
    <FormDialog
      title={t('people.invite')}
      action={t('people.send')}
      write={write}
      shown={['email', 'role']}
      onSubmit={() => {
        setChecked(true);
        if (isAddress && role) write.send({ email: email.trim(), role });
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('people.inviteText', { business })}</Text>
      <TextInput
        type="email"
        label={t('people.email')}
        autoComplete="off"
        data-autofocus
        {...bind(draft).text('email')}
        error={write.problem?.fields['email'] ?? (isChecked && !isAddress && t('people.emailWrong'))}
      />
      <Select
        label={t('people.role')}
        placeholder={t('people.chooseRole')}
        allowDeselect={false}
        data={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        description={role && t(`roleHelp.${role}`)}
        {...bind(draft).choice('role', roles)}
        error={write.problem?.fields['role'] ?? (isChecked && !role && t('people.chooseRole'))}
      />
    </FormDialog>
  );
}
