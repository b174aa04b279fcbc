import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useClientId } from '../../address/view';
import { useAlertCounts } from '../../data/alert-counts';
import { useSession } from '../../session/session';
import { useNumbers } from '../../texts/numbers';

/** As many as fit on a line; Home lists all. */
const SHOWN = 8;

/** The person's other clients that have open alerts, the most critical first. */
export function OtherClients() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const clientId = useClientId();
  const session = useSession();
  const { data } = useAlertCounts();
  const others = (data?.items ?? [])
    .flatMap(({ client_id, alerts }) => (alerts && client_id !== clientId ? [{ client_id, alerts }] : []))
    .filter(({ alerts }) => alerts.open > 0)
    .sort((a, b) => b.alerts.critical - a.alerts.critical || b.alerts.open - a.alerts.open);
  if (others.length === 0) return null;
  const nameOf = (id: string): string =>
    session?.assignments.find(({ client_id }) => client_id === id)?.business_name ?? id;
  return (
    <Group gap="xs" mb="sm">
      <Text size="sm" c="dimmed">
        {t('alerts.others')}
      </Text>
      {others.slice(0, SHOWN).map(({ client_id, alerts }) => (
        <Anchor
          key={client_id}
          size="sm"
          renderRoot={(props) => <Link to="/alerts" search={{ client_id }} {...props} />}
        >
          <span dir="auto">{nameOf(client_id)}</span> ({count(alerts.open)})
        </Anchor>
      ))}
      {others.length > SHOWN && (
        <Anchor size="sm" renderRoot={(props) => <Link to="/" {...props} />}>
          {t('alerts.allClients', { formatted: count(others.length) })}
        </Anchor>
      )}
    </Group>
  );
}
