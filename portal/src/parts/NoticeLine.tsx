import { Anchor, Stack, Text } from '@mantine/core';
import { IconCircleFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../api/generated';
import { keptSearch } from '../address/search';
import { Instant } from './values/Instant';
import { OneStop } from './values/OneStop';

/** The page that a notice opens, for the client in view. */
function placeOf({ action }: Notice) {
  const [to = '/', query = ''] = action.path.split('?');
  return {
    to,
    search: (before: object) => ({
      ...keptSearch(before),
      ...Object.fromEntries(new URLSearchParams(query)),
    }),
  };
}

/** A line of a list with a mark while it is unread. */
export function Entry({ isUnread, children }: { readonly isUnread: boolean; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <OneStop>
      {(row) => (
        <li {...row} className="entry">
          <span className="unread">
            {isUnread && <IconCircleFilled role="img" aria-label={t('bell.isUnread')} size={8} />}
          </span>
          <Stack gap={2} miw={0}>
            {children}
          </Stack>
        </li>
      )}
    </OneStop>
  );
}

/** A notice of the client: what happened, when, and the page of the thing itself. */
export function NoticeLine({
  notice,
  isShort = false,
  onGo,
}: {
  readonly notice: Notice;
  /** Whether to show only its title and time. */
  readonly isShort?: boolean;
  readonly onGo?: () => void;
}) {
  const { is_unread: isUnread, title, lines } = notice;
  return (
    <Entry isUnread={isUnread}>
      <Anchor
        size="sm"
        c="var(--mantine-color-text)"
        fw={isUnread ? 600 : 400}
        dir="auto"
        className="breaks"
        renderRoot={(props) => <Link {...(placeOf(notice) as object)} onClick={onGo} {...props} />}
      >
        {title}
      </Anchor>
      {!isShort &&
        lines.map((line) => (
          <Text key={line} size="sm" className="breaks">
            {line}
          </Text>
        ))}
      <Text size="xs" c="dimmed" component="div">
        <Instant at={notice.created_at_utc} />
      </Text>
    </Entry>
  );
}
