import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../values/StatusLabel';
import { useIsStaff } from './queries';
import type { Status } from './words';

/**
 * The word for a status. To a customer, `pending` means that staff waits for the customer's answer.
 */
export function useTicketWord(): (status: Status) => string {
  const { t } = useTranslation();
  const isStaff = useIsStaff();
  return (status) => t(!isStaff && status === 'pending' ? 'support.saved.waiting' : `words.ticket.${status}`);
}

export function TicketStatus({ value }: { readonly value: Status }) {
  return <StatusLabel kind="ticket" value={value} word={useTicketWord()(value)} />;
}
