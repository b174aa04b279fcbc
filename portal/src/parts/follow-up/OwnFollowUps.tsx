import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session';
import { useNumbers } from '../../texts/numbers';
import { Instant } from '../values/Instant';
import { Person } from '../values/Person';
import { useOwnFollowUps } from './own';

/** The number of the person's open follow-ups, and who assigned the most urgent one. */
export function OwnFollowUps({ clientId, onGo }: { readonly clientId: string; readonly onGo?: () => void }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const self = useSession()?.user_id;
  const own = useOwnFollowUps(clientId).data;
  const total = own?.pagination.total_records ?? 0;
  const first = own?.items[0]?.follow_up;
  if (!first) return null;
  const { updated_by: by, updated_at_utc: at } = first;
  return (
    <Text component="div" size="sm">
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link to="/follow-up" search={{ client_id: clientId, owner: self }} onClick={onGo} {...props} />
        )}
      >
        {t('followUpOfPerson.calls', { count: total, formatted: count(total) })}
      </Anchor>
      {by !== null && by !== self && (
        <>
          {' · '}
          {t('followUpOfPerson.from')} <Person id={by} /> <Instant at={at} />
        </>
      )}
    </Text>
  );
}
