import { Alert, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getDispatchOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { Loaded } from '../../../parts/States';
import { CallLink } from '../../../parts/values/CallLink';

/** How often a call in progress is polled. */
const POLL_MS = 2_000;

/** Follows one call to its end or its refusal. */
export function FollowedCall({ dispatchId }: { readonly dispatchId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const dispatch = useQuery({
    ...getDispatchOptions({ path: { dispatch_id: dispatchId }, query: { client_id } }),
    refetchInterval: ({ state }) =>
      state.data && ['ended', 'refused'].includes(state.data.status) ? false : POLL_MS,
  });
  return (
    <Loaded query={dispatch} what={t('singleCalls.call')} height={80}>
      {({ status, disposition, call_id: callId, refused_codes: codes }) => (
        <Alert
          role="status"
          variant="outline"
          color={status === 'refused' ? 'red' : 'accent'}
          title={t(`singleCalls.status.${status}`)}
        >
          <Stack gap={4} align="flex-start">
            {disposition && <Text size="sm">{t(`campaignWords.disposition.${disposition}`)}</Text>}
            {codes.length > 0 && (
              <List size="sm">
                {codes.map((code) => (
                  <List.Item key={code}>{t(`campaignWords.reason.${code}`)}</List.Item>
                ))}
              </List>
            )}
            {callId && <CallLink callId={callId}>{t('contacts.openCall')}</CallLink>}
          </Stack>
        </Alert>
      )}
    </Loaded>
  );
}
