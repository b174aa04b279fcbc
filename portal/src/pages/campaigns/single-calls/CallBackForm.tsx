import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { GetCallResponse } from '../../../api/generated';
import { getCallOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { RecordedNumber } from '../../../parts/RecordedNumber';
import { Loaded } from '../../../parts/States';
import { useLocale } from '../../../texts/locale';
import { CallNow } from './CallNow';

function WithNumber({ call, number }: { readonly call: GetCallResponse; readonly number: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { zone } = useView();
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  return (
    <RecordedNumber callId={call.call_id} height={320}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t('followUp.numberFrom', { time: time.format(new Date(call.started_at_utc)) })}
        </Text>
        <CallNow projectId={call.project_id} number={number} />
      </Stack>
    </RecordedNumber>
  );
}

/** The form of a single call, filled in from the call that it returns. */
export function CallBackForm({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const call = useQuery(getCallOptions({ path: { call_id: callId }, query: { client_id } }));
  return (
    <Loaded query={call} what={t('singleCalls.now')} height={320}>
      {(data) =>
        data.caller?.number ? (
          <WithNumber call={data} number={data.caller.number} />
        ) : (
          <Stack gap="xs">
            <Text size="sm">{t(data.caller_display ? 'followUp.numberHidden' : 'followUp.noNumber')}</Text>
            <CallNow projectId={data.project_id} />
          </Stack>
        )
      }
    </Loaded>
  );
}
