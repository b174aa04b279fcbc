import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmaskInvoiceRecipients } from '../../api/generated';
import { listInvoiceRecipientsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../data/write';
import { Confirm } from '../../parts/Confirm';
import { DataTable } from '../../parts/tables/DataTable';
import { Panel } from '../../parts/Panel';
import { Empty, Loaded } from '../../parts/States';

/**
 * Recipients of the invoices. Addresses are masked; a person with the right can reveal them, which
 * is recorded.
 */
export function Recipients({
  clientId,
  mayUnmask,
}: {
  readonly clientId: string;
  readonly mayUnmask: boolean;
}) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const recipients = useQuery(listInvoiceRecipientsOptions({ query: { client_id: clientId } }));
  const unmask = useWrite(
    async (client_id: string) => (await unmaskInvoiceRecipients({ body: { client_id } })).data,
    { onDone: () => setAsking(false) },
  );
  const title = t('billing.recipients');
  const shown = unmask.answer?.recipients;
  return (
    <Panel
      title={title}
      aside={
        mayUnmask &&
        (shown ? (
          <Button size="xs" variant="default" onClick={unmask.reset}>
            {t('billing.mask')}
          </Button>
        ) : (
          !!recipients.data?.recipients.length && (
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              {t('billing.unmask')}
            </Button>
          )
        ))
      }
    >
      <Loaded query={recipients} what={title} height={120}>
        {({ recipients: masked }) => {
          const rows = shown
            ? shown.map(({ recipient_id, role, name, email }) => ({ recipient_id, role, name, email }))
            : masked.map(({ recipient_id, role, name_masked, email_masked }) => ({
                recipient_id,
                role,
                name: name_masked,
                email: email_masked,
              }));
          if (rows.length === 0)
            return <Empty title={t('billing.noRecipients')} next={t('billing.noRecipientsNext')} />;
          return (
            <DataTable
              caption={title}
              rows={rows}
              keyOf={(row) => row.recipient_id}
              columns={[
                {
                  name: 'name',
                  label: t('billing.name'),
                  cell: (row) => row.name ?? '–',
                },
                {
                  name: 'email',
                  label: t('billing.email'),
                  cell: (row) => row.email,
                },
                { name: 'role', label: t('billing.role'), cell: (row) => t(`billing.roles.${row.role}`) },
              ]}
            />
          );
        }}
      </Loaded>
      {shown && (
        <Text size="sm" role="status">
          {t('billing.unmasked')}
        </Text>
      )}
      {isAsking && (
        <Confirm
          title={t('billing.unmaskTitle')}
          action={t('billing.unmask')}
          isDangerous={false}
          write={unmask}
          onConfirm={() => unmask.send(clientId)}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{t('billing.unmaskText')}</Text>
        </Confirm>
      )}
    </Panel>
  );
}
