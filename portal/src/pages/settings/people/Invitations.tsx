import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendInvitation, withdrawInvitation, type InvitationResponse } from '../../../api/generated';
import {
  listInvitationsOptions,
  listInvitationsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { pageOf } from '../../../address/page';
import { useChangeView, useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Pager } from '../../../parts/tables/Pager';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { StatusLabel } from '../../../parts/values/StatusLabel';

type Action = 'resend' | 'withdraw';

const ACTIONS: Readonly<Record<InvitationResponse['state'], readonly Action[]>> = {
  pending: ['resend', 'withdraw'],
  expired: ['resend', 'withdraw'],
  accepted: [],
  withdrawn: [],
};

/** The invitations of the client, newest first. */
export function Invitations() {
  const { t } = useTranslation();
  const { client_id: clientId } = useView();
  const change = useChangeView();
  const { invitations_page: page = '1' }: { invitations_page?: string } = useSearch({ strict: false });
  const [open, setOpen] = useState<{
    readonly action: Action;
    readonly invitation: InvitationResponse;
  } | null>(null);
  const invitations = useQuery({
    ...listInvitationsOptions({ query: { client_id: clientId, page: pageOf(page) } }),
    placeholderData: keepPreviousData,
  });
  const title = t('invitations.title');
  return (
    <Panel title={title}>
      <Loaded query={invitations} what={title} height={160}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty
              title={t('invitations.none')}
              next={t('invitations.noneNext')}
              page={pagination.page}
              onFirst={() => change({ invitations_page: undefined })}
            />
          ) : (
            <>
              <DataTable
                caption={title}
                rows={items}
                keyOf={(row) => row.invitation_id}
                columns={[
                  { name: 'email', label: t('people.email'), cell: (row) => row.email ?? row.email_masked },
                  { name: 'role', label: t('people.role'), cell: (row) => t(`roles.${row.role}`) },
                  {
                    name: 'state',
                    label: t('people.state'),
                    cell: (row) => <StatusLabel kind="invitation" value={row.state} />,
                  },
                  {
                    name: 'mail',
                    label: t('invitations.mail'),
                    cell: (row) => <StatusLabel kind="mail" value={row.mail_status} />,
                  },
                  {
                    name: 'expires',
                    label: t('invitations.expires'),
                    cell: (row) => (row.state === 'pending' ? <Instant at={row.expires_at_utc} /> : '–'),
                  },
                  {
                    name: 'action',
                    label: t('people.actions'),
                    cell: (row) => (
                      <Group gap="xs" wrap="nowrap">
                        {ACTIONS[row.state].map((action) => (
                          <Button
                            key={action}
                            size="compact-xs"
                            variant="default"
                            aria-label={`${t(`invitations.${action}`)}: ${row.email ?? row.email_masked}`}
                            onClick={() => setOpen({ action, invitation: row })}
                          >
                            {t(`invitations.${action}`)}
                          </Button>
                        ))}
                      </Group>
                    ),
                  },
                ]}
              />
              <Pager
                pagination={pagination}
                what={title}
                onChange={(next) => change({ invitations_page: String(next) })}
              />
            </>
          )
        }
      </Loaded>
      {open && <Ask {...open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}

/** Asks for confirmation before a link stops working. */
function Ask({
  action,
  invitation,
  onClose,
}: {
  readonly action: Action;
  readonly invitation: InvitationResponse;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { invitation_id, email_masked, email: to = email_masked } = invitation;
  const write = useWrite(
    async (_: undefined, key) => {
      const send = action === 'resend' ? resendInvitation : withdrawInvitation;
      return (
        await send({
          path: { invitation_id },
          query: { client_id },
          headers: { 'Idempotency-Key': key },
        })
      ).data;
    },
    {
      changes: [listInvitationsQueryKey()],
      onDone: () => {
        notifications.show({ message: t(`invitations.${action}Done`, { to }) });
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t(`invitations.${action}Title`)}
      action={t(`invitations.${action}`)}
      isDangerous={action === 'withdraw'}
      write={write}
      onConfirm={() => write.send(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{t(`invitations.${action}Text`, { to })}</Text>
    </Confirm>
  );
}
