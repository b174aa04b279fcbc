import { Anchor, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { getSupportTicketOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { keptSearch } from '../../../address/search';
import { useClientId } from '../../../address/view';
import { CopyLink } from '../../../parts/CopyLink';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';
import { PageHead } from '../../../shell/PageHead';
import { Answer } from './Answer';
import { AttachCalls } from './AttachCalls';
import { Course } from './Course';
import { LIVE_MS } from './queries';
import { Recipients } from './Recipients';
import { TicketFacts } from './TicketFacts';

const COLUMN = 860;

/** One ticket in one column: its facts, its course, and the box for an answer. */
export function Ticket({ ticketId }: { readonly ticketId: string }) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const ticket = useQuery({
    ...getSupportTicketOptions({ path: { ticket_id: ticketId }, query: { client_id } }),
    refetchInterval: LIVE_MS,
  });
  const title = ticket.data
    ? t('ticket.title', {
        reference: ticket.data.reference,
        subject: ticket.data.subject ?? t('support.erased'),
      })
    : t('pages.ticket');
  return (
    <>
      <PageHead title={title} help={t('help.ticket')} chapter="support">
        <Group gap="md">
          <Anchor renderRoot={(props) => <Link to="/support" search={keptSearch} {...props} />} size="sm">
            {t('ticket.back')}
          </Anchor>
          <CopyLink />
        </Group>
      </PageHead>
      <Loaded query={ticket} what={title} height={480}>
        {(data) => (
          <Stack key={data.ticket_id} maw={COLUMN}>
            <Panel title={t('ticket.facts')}>
              <TicketFacts ticket={data} />
            </Panel>
            <Course ticket={data} />
            {data.status !== 'closed' && (
              <>
                <Answer ticketId={data.ticket_id} isSolved={data.status === 'solved'} />
                <AttachCalls ticketId={data.ticket_id} />
              </>
            )}
            <Recipients ticketId={data.ticket_id} isClosed={data.status === 'closed'} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

export function TicketPage() {
  const { ticketId = '' } = useParams({ strict: false });
  return <Ticket ticketId={ticketId} />;
}
