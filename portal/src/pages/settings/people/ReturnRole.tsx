import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { reactivatePerson } from '../../../api/generated';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { changesOf, type PersonDialog } from './person-write';

/** Restores a person's role that has ended (people 2.5). */
export function ReturnRole({ person, isSelf, business, onClose }: PersonDialog) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const write = useWrite(
    async (_: undefined, key) =>
      (
        await reactivatePerson({
          path: { user_id: person.user_id },
          query: { client_id },
          headers: { 'Idempotency-Key': key },
        })
      ).data,
    {
      changes: changesOf(isSelf),
      onDone: ({ display_name: name, active }) => {
        notifications.show({ message: t(active ? 'people.reactivated' : 'people.stillEnded', { name }) });
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t('people.reactivate')}
      action={t('people.reactivate')}
      isDangerous={false}
      write={write}
      onConfirm={() => write.send(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        {t('people.reactivateText', { name: person.display_name, business, role: t(`roles.${person.role}`) })}
      </Text>
    </Confirm>
  );
}
