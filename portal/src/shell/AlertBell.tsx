import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keptSearch } from '../address/search';
import { useMay } from '../address/assignment';
import { useAlertCounts } from '../data/alert-counts';
import { useNumbers } from '../texts/numbers';

const MOST_SHOWN = 99;

/**
 * The number of open alerts of all clients of the person, as a link to them. It is read on
 * navigation and never by a timer, so that an unused session ends.
 */
export function AlertBell() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const mayList = useMay()('listAlerts');
  const { pathname } = useLocation();
  const { data, isError, isStale, refetch } = useAlertCounts(mayList);
  const shownOn = useRef(pathname);
  useEffect(() => {
    if (shownOn.current === pathname) return;
    shownOn.current = pathname;
    if (isStale && mayList) void refetch();
  }, [pathname, isStale, mayList, refetch]);
  // Alerts that are not known are not shown as none.
  const open = isError || (data?.open_count === 0 && !data.is_complete) ? null : data?.open_count;
  const label =
    open === undefined
      ? t('pages.alerts')
      : open === null
        ? t('bell.unknown')
        : t('bell.open', { count: open, formatted: count(open) });
  return (
    <Tooltip label={label}>
      <Indicator
        disabled={!open && open !== null}
        label={open === null ? '?' : open && open > MOST_SHOWN ? `${MOST_SHOWN}+` : open}
        size={16}
        offset={6}
        color="red.8"
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={label}
          renderRoot={(props) => <Link to="/alerts" search={keptSearch} {...props} />}
        >
          <IconBell aria-hidden size={18} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
