import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../../api/generated';
import { listCallsOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { dayIn, daysBefore } from '../../../address/range';
import { useView } from '../../../address/view';
import { DataTable } from '../../../parts/tables/DataTable';
import { Loaded } from '../../../parts/States';
import { useShownColumns } from '../columns';

const AROUND_DAYS = 30;
const SHOWN = 6;
const COLUMNS = ['started_at_utc', 'direction', 'call_status', 'sentiment'];

/**
 * Other calls with this number, in the days before and after. Several people may have the same
 * masked number.
 */
export function LinkedCalls({ call }: { readonly call: GetCallResponse }) {
  const { t } = useTranslation();
  const { client_id, zone } = useView();
  const caller = call.caller?.number ?? call.caller_display ?? undefined;
  const day = dayIn(zone, new Date(call.started_at_utc));
  const range = { start_date: daysBefore(day, AROUND_DAYS), end_date: daysBefore(day, -AROUND_DAYS) };
  const calls = useQuery({
    ...listCallsOptions({ query: { client_id, caller, ...range, timezone: zone, page_size: SHOWN } }),
    enabled: caller !== undefined,
  });
  const columns = useShownColumns(COLUMNS, {});
  if (caller === undefined) return <Text c="dimmed">{t('call.noNumber')}</Text>;
  return (
    <Loaded query={calls} what={t('call.linked')} height={160}>
      {({ items, next_cursor }) => {
        const others = items.filter(({ call_id }) => call_id !== call.call_id);
        if (others.length === 0) return <Text c="dimmed">{t('call.noLinked')}</Text>;
        return (
          <Stack gap="xs" align="stretch" className="wraps">
            {!call.caller?.number && (
              <Text size="xs" c="dimmed">
                {t('call.linkedMasked')}
              </Text>
            )}
            <DataTable
              caption={t('call.linked')}
              rows={others}
              keyOf={(row) => row.call_id}
              columns={columns}
            />
            {next_cursor && (
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link
                    to="/calls"
                    search={{
                      client_id,
                      zone,
                      range: `${range.start_date}..${range.end_date}`,
                      caller: call.caller_display ?? undefined,
                    }}
                    {...props}
                  />
                )}
              >
                {t('call.allLinked')}
              </Anchor>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}
