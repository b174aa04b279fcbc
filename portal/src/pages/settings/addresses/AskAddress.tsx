import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { deleteEmailAddress, resendEmailVerification, type AddressResponse } from '../../../api/generated';
import { listEmailAddressesQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';

export type AddressAction = 'resend' | 'delete';

/** Asks for confirmation before a link stops working or an address stops getting notices. */
export function AskAddress({
  action,
  address,
  onClose,
}: {
  readonly action: AddressAction;
  readonly address: AddressResponse;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { address_id, label } = address;
  const write = useWrite<undefined, unknown>(
    async (_, key) => {
      const send = action === 'resend' ? resendEmailVerification : deleteEmailAddress;
      return (await send({ path: { address_id }, query: { client_id }, headers: { 'Idempotency-Key': key } }))
        .data;
    },
    {
      changes: [listEmailAddressesQueryKey()],
      onDone: () => {
        notifications.show({ message: t(`addresses.${action}Done`, { label }) });
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t(`addresses.${action}Title`)}
      action={t(`addresses.${action}`)}
      isDangerous={action === 'delete'}
      write={write}
      onConfirm={() => write.send(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{t(`addresses.${action}Text`, { label })}</Text>
    </Confirm>
  );
}
