import { ActionIcon, Group, Select, Tooltip } from '@mantine/core';
import { IconBuilding, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useChooseClient } from '../address/chosen-client';
import { clientOptions } from '../session/client-names';
import { useOwnedClient } from '../session/owned-client';
import { rightsAnywhere } from '../session/rights';
import { ownClient, type Session } from '../session/session';
import { useView } from '../address/view';

/** More than a person scrolls through: the list can be searched by typing. */
const MAX_OPTIONS = 100;

/** Whether a person has several clients, and therefore needs to see which one is in view. */
export const choosesClient = (session: Session): boolean =>
  session.assignments.length + session.shut_out.length > 1 || rightsAnywhere(session)('listPartnerClients');

/** The client in view, and a menu to choose another one. */
export function ClientChoice({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const { client_id: clientId } = useView();
  const choose = useChooseClient();
  const owned = useOwnedClient(session, clientId);
  const own = ownClient(session);
  const options = clientOptions([...session.assignments, ...session.shut_out]);
  const isKnown = options.some(({ value }) => value === clientId);
  const elsewhere = { value: clientId, label: owned.data?.client.business_name ?? t('client.none') };
  return (
    <Group className="client" gap={4} wrap="nowrap">
      <Select
        size="xs"
        flex={1}
        searchable
        limit={MAX_OPTIONS}
        allowDeselect={false}
        leftSection={<IconBuilding aria-hidden size={14} />}
        aria-label={t('shell.client')}
        data={isKnown ? options : [elsewhere, ...options]}
        value={clientId}
        onChange={(chosen) => chosen && choose(chosen)}
      />
      {clientId !== own && (
        <Tooltip label={t('client.clear')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('client.clear')}
            onClick={() => choose(own)}
          >
            <IconX aria-hidden size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
