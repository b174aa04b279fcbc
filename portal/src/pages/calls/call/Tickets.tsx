import { Button, Text } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { searchSupportTicketsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import { useView } from '../../../address/view';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { TicketTable } from '../../../parts/support/TicketTable';

const COLUMNS = ['subject', 'status', 'updated'];

/** Opens a ticket with this call attached. */
function ReportCall({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconLifebuoy aria-hidden size={14} />}
      renderRoot={(props) => <Link to="/support/new" search={{ client_id, call: callId }} {...props} />}
    >
      {t('support.reportCall')}
    </Button>
  );
}

/** The tickets about a call that the person may see, and a link to open a new one. */
export function Tickets({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const may = useMay();
  const tickets = useQuery(searchSupportTicketsOptions({ query: { client_id, call_id: callId } }));
  return (
    <Panel title={t('support.ofCall')} aside={may('createSupportTicket') && <ReportCall callId={callId} />}>
      <Loaded query={tickets} what={t('support.ofCall')} height={60}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('support.noneOfCall')}
            </Text>
          ) : (
            <div className="wraps">
              <TicketTable caption={t('support.ofCall')} items={items} only={COLUMNS} />
            </div>
          )
        }
      </Loaded>
    </Panel>
  );
}
