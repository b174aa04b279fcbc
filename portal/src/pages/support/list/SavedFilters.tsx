import { Badge, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useIsStaff, useOpenTickets, useSupportBadge } from '../../../parts/support/queries';
import { useNumbers } from '../../../texts/numbers';
import { SAVED_FILTERS, type SavedFilter } from './saved-filters';

/** The saved filters of the list, with a count if the API counts exactly what the list shows. */
export function SavedFilters({ chosen }: { readonly chosen: SavedFilter }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const isStaff = useIsStaff();
  const open = useOpenTickets();
  const badge = useSupportBadge();
  const counts: Partial<Record<SavedFilter, number | undefined>> = {
    waiting: badge.data?.awaiting_you_count,
    open: open.data?.open_count,
  };
  return (
    <nav className="tabLinks" aria-label={t('support.savedFilters')}>
      {SAVED_FILTERS.filter((name) => isStaff || name !== 'assigned').map((name) => (
        <Link
          key={name}
          to="/support"
          search={({ client_id, project_id, zone }) => ({ client_id, project_id, zone, show: name })}
          aria-current={name === chosen ? 'page' : undefined}
        >
          <Group gap={6} wrap="nowrap" component="span" mih={18}>
            {t(`support.saved.${name}`)}
            {counts[name] !== undefined && (
              <Badge size="sm" variant="default" flex="none">
                {count(counts[name])}
              </Badge>
            )}
          </Group>
        </Link>
      ))}
    </nav>
  );
}
