import { Card, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CallerRequestItem } from '../../api/generated';
import { useChangeView } from '../../address/view';
import { StatusLabel } from '../../parts/values/StatusLabel';
import { useLocale } from '../../texts/locale';

/** The time left for a request, in words; nothing for a closed one. */
export function Days({ of }: { readonly of: Pick<CallerRequestItem, 'days_remaining' | 'due_date_local'> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { days_remaining: days, due_date_local } = of;
  if (days === undefined) return null;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const date = day.format(new Date(`${due_date_local}T00:00:00Z`));
  const text = days === 0 ? 'requests.dueToday' : days > 0 ? 'requests.daysLeft' : 'requests.daysOver';
  return (
    <Text size="sm" fw={days <= 0 ? 600 : undefined}>
      {t(text, { count: Math.abs(days), date })}
    </Text>
  );
}

export function RequestCard({ of }: { readonly of: CallerRequestItem }) {
  const { t } = useTranslation();
  const change = useChangeView();
  return (
    <UnstyledButton onClick={() => change({ request: of.id })}>
      <Card withBorder p="sm">
        <Stack gap={4}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600} size="sm">
              {of.tracking_id}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`words.requestType.${of.request_type}`)}
            </Text>
          </Group>
          <Text size="sm" dir="auto">
            {of.caller_display}
          </Text>
          <Days of={of} />
          <StatusLabel kind="request" value={of.status} />
        </Stack>
      </Card>
    </UnstyledButton>
  );
}
