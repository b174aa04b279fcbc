import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../address/assignment';
import { useClientId } from '../../address/view';
import { useAlertCounts } from '../../data/alert-counts';
import { useNewestNotices } from '../../data/notices';
import { useOwnFollowUps } from '../../parts/follow-up/own';
import { Loading } from '../../parts/States';
import { useLocale } from '../../texts/locale';
import { useNumbers } from '../../texts/numbers';
import { withTexts } from '../../texts/texts';

/** The API counts no further than this. */
const MOST_COUNTED = 100;

// Loaded on demand: a first view needs neither it nor its texts.
const BellPanel = lazy(async () => {
  const load = withTexts(['alerts', 'notices'], () => import('./BellPanel'));
  return { default: (await load()).BellPanel };
});

type Known = number | null | undefined;

/**
 * The badge of the bell: a number counts unread notices, and a point says that alerts are open or
 * that calls wait for the person.
 * @param unread null: unavailable; undefined: not loaded yet
 * @returns an empty text for the point; null for neither
 */
function badgeOf(unread: Known, open: Known, own: number): string | null {
  if (unread === null || (open === null && !unread)) return '?';
  if (unread) return unread >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(unread);
  return open || own > 0 ? '' : null;
}

/**
 * The unread notices of the client, and the open alerts of all clients of the person. They are read
 * on navigation and never by a timer, so that an unused session ends. The calls that the person is
 * to follow up count once Home or the panel has read them: the first view of a page has no request
 * to spare.
 */
export function Bell() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const locale = useLocale();
  const mayList = useMay()('listAlerts');
  const { pathname } = useLocation();
  const alerts = useAlertCounts(mayList);
  const notices = useNewestNotices();
  const follow = useOwnFollowUps(useClientId(), false);
  const own = follow.data?.pagination.total_records ?? 0;
  const [isOpen, setOpen] = useState(false);
  const shownOn = useRef(pathname);
  useEffect(() => {
    if (shownOn.current === pathname) return;
    shownOn.current = pathname;
    if (alerts.isStale && mayList) void alerts.refetch();
    if (notices.isStale && notices.isEnabled) void notices.refetch();
  }, [pathname, mayList, alerts, notices]);
  // Unavailable alerts must not look like no alerts.
  const { data } = alerts;
  const open = alerts.isError || (data?.open_count === 0 && !data.is_complete) ? null : data?.open_count;
  // Notices that cannot be checked now must not look like none either.
  const told = notices.data;
  const isUnknown = told?.unread_count === 0 && told.unavailable_topics.length > 0;
  const unread = notices.isError || isUnknown ? null : told?.unread_count;
  const words = [
    own > 0 ? t('followUpOfPerson.calls', { count: own, formatted: count(own) }) : [],
    unread === undefined || unread === 0
      ? []
      : unread === null
        ? t('bell.unreadUnknown')
        : t(unread >= MOST_COUNTED ? 'bell.manyUnread' : 'bell.unread', {
            count: unread,
            formatted: count(unread),
          }),
    open === undefined
      ? []
      : open === null
        ? t('bell.unknown')
        : t('bell.open', { count: open, formatted: count(open) }),
  ].flat();
  const label =
    new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(words) || t('bell.title');
  const badge = badgeOf(unread, open, own);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(400px, calc(100vw - 24px))"
      trapFocus
      returnFocus
    >
      <Tooltip label={label} disabled={isOpen}>
        <Indicator
          className="bell"
          disabled={badge === null}
          label={badge}
          size={badge ? 16 : 10}
          offset={6}
          color="red.8"
        >
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => setOpen(!isOpen)}>
              <IconBell aria-hidden size={18} />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
      </Tooltip>
      <Popover.Dropdown p={0} bg="var(--mantine-color-body)">
        <Suspense fallback={<Loading height={280} label={t('bell.title')} />}>
          <BellPanel onGo={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
