import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session';
import type { Ticket } from './words';

/** A person of a ticket, by name if the reader may know it. */
export function TicketPerson({ of }: { readonly of: Ticket['assignee'] }) {
  const { t } = useTranslation();
  const session = useSession();
  if (of === null) return <>–</>;
  const name = of.display_name ?? t(`words.actor.${of.kind}`);
  return (
    <Text span size="sm" dir="auto" className="breaks">
      {of.user_id === session?.user_id ? t('words.you', { name: session.display_name }) : name}
    </Text>
  );
}
