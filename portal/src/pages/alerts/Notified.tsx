import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../api/generated';
import { useMay } from '../../address/assignment';
import { keptSearch } from '../../address/search';
import { Instant } from '../../parts/values/Instant';
import { StatusLabel } from '../../parts/values/StatusLabel';

/** The addresses that were notified of an alert, for a person who manages them. */
export function Notified({ alert: { told } }: { readonly alert: Alert }) {
  const { t } = useTranslation();
  const may = useMay();
  if (told === null) return null;
  if (told.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('alerts.toldNobody')}{' '}
        {may('listEmailAddresses') && (
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => (
              <Link
                to="/settings"
                search={(before) => ({ ...keptSearch(before), tab: 'addresses' })}
                {...props}
              />
            )}
          >
            {t('alerts.toldAddresses')}
          </Anchor>
        )}
      </Text>
    );
  }
  return (
    <Group gap="xs" align="baseline">
      <Text size="sm" c="dimmed">
        {t('alerts.told')}
      </Text>
      <Stack gap={2} component="ul" p={0} m={0} className="plainList">
        {told.map(({ email_masked: email, label, status, at_utc: at }) => (
          <li key={`${email} ${label}`}>
            <Group gap={6} component="span">
              <Text span size="sm" dir="auto" className="breaks">
                {label}
              </Text>
              <Text span size="sm" c="dimmed">
                {email}
              </Text>
              <StatusLabel kind="mail" value={status === 'waiting' ? 'pending' : status} />
              {status !== 'waiting' && (
                <Text span size="sm" c="dimmed">
                  <Instant at={at} />
                </Text>
              )}
            </Group>
          </li>
        ))}
      </Stack>
    </Group>
  );
}
