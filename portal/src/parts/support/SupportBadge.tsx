import { Badge, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSupportBadge } from './queries';
import { useNumbers } from '../../texts/numbers';

/** The number of unread tickets, in the menu. An unknown number is not shown as zero. */
export function SupportBadge() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const badge = useSupportBadge();
  const unread = badge.isError ? null : (badge.data?.unread_count ?? 0);
  if (unread === 0) return null;
  const formatted = count(unread);
  return (
    <Badge size="sm" color={unread === null ? 'gray.7' : 'red.8'}>
      <span aria-hidden>{unread === null ? '?' : formatted}</span>
      <VisuallyHidden>
        {unread === null ? t('supportBadge.unknown') : t('supportBadge.unread', { count: unread, formatted })}
      </VisuallyHidden>
    </Badge>
  );
}
