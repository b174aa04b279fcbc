import { Anchor, Group, ScrollArea, Skeleton, Text } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listCallsOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../address/view';
import { Instant } from '../../parts/values/Instant';
import { OneStop } from '../../parts/values/OneStop';
import { Loading } from '../../parts/States';
import { useNumbers } from '../../texts/numbers';
import { LONGEST_CALL_MS } from './call-status';

const LOOK_MS = 10_000;
const SHOWN = 8;

/**
 * The calls that are in progress, in one line that is always there, so that nothing moves. A call
 * that never ended is not among them.
 */
export function InProgress() {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { client_id, project_id, zone } = useView();
  const start_date = useMemo(() => new Date(Date.now() - LONGEST_CALL_MS).toISOString(), []);
  const query = { client_id, project_id, timezone: zone, start_date, status: 'in_progress' } as const;
  const calls = useQuery({
    ...listCallsOptions({ query: { ...query, page_size: SHOWN } }),
    refetchInterval: LOOK_MS,
  });
  const total = calls.data?.pagination.total_records ?? 0;
  return (
    <ScrollArea
      type="auto"
      mb="sm"
      viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('live.strip') }}
    >
      <Group gap="md" wrap="nowrap" h={28} style={{ whiteSpace: 'nowrap' }}>
        {calls.isPending ? (
          <Loading label={t('live.strip')} shape={<Skeleton h={14} w={160} />} height={14} />
        ) : (
          <Group gap={6} wrap="nowrap">
            <IconPhoneCall
              aria-hidden
              size={16}
              color={`var(--mantine-color-${total > 0 ? 'teal-text' : 'dimmed'})`}
            />
            <Text size="sm" c={total > 0 ? undefined : 'dimmed'}>
              {calls.isError
                ? t('live.unavailable')
                : total === 0
                  ? t('live.none')
                  : t('live.inProgress', { count: total, formatted: count(total) })}
            </Text>
          </Group>
        )}
        {!calls.isError &&
          calls.data?.items.map((it) => (
            <OneStop key={it.call_id}>
              {(row) => (
                <Text {...row} size="sm" component="div">
                  <Anchor
                    size="sm"
                    renderRoot={(props) => (
                      <Link
                        to="/calls/$callId"
                        params={{ callId: it.call_id }}
                        search={(before) => before}
                        {...props}
                      />
                    )}
                  >
                    {it.caller_display ?? t('calls.withheld')}
                  </Anchor>{' '}
                  <Text span size="sm" c="dimmed">
                    <Instant at={it.started_at_utc} isTime />
                  </Text>
                </Text>
              )}
            </OneStop>
          ))}
      </Group>
    </ScrollArea>
  );
}
