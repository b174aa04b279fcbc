import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSupportBadge } from '../../../parts/support/queries';
import type { Ticket } from '../../../parts/support/words';
import { useNumbers } from '../../../texts/numbers';

/**
 * Leads to the unread tickets that are solved: the badge of the menu counts them too (support 5.4).
 * @param open all tickets of the client that are neither solved nor closed
 */
export function UnreadSolved({ open }: { readonly open: readonly Ticket[] }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const badge = useSupportBadge();
  const unread = (badge.data?.unread_count ?? 0) - open.filter((it) => it.unread).length;
  if (unread <= 0) return null;
  return (
    <Text size="sm" mb="sm">
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link
            to="/support"
            search={({ client_id, zone }) => ({ client_id, zone, show: 'solved' })}
            {...props}
          />
        )}
      >
        {t('support.unreadSolved', { count: unread, formatted: count(unread) })}
      </Anchor>
    </Text>
  );
}
