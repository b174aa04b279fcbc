import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  saveSsoEnforcement,
  type EnforcementRequest,
  type EnforcementResponse,
} from '../../../api/generated';
import { getSsoEnforcementQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite, type Write } from '../../../data/write';

export type EnforcementWrite = Write<EnforcementRequest, EnforcementResponse>;

/**
 * Requires a connection or ends the requirement, guarded by the state that the person has read
 * (single-sign-on 7.1).
 */
export function useEnforcementWrite(etag: string | undefined): EnforcementWrite {
  const { t } = useTranslation();
  const { client_id } = useView();
  const queries = useQueryClient();
  const query = { client_id };
  const queryKey = getSsoEnforcementQueryKey({ query });
  return useWrite(
    async (body: EnforcementRequest, key) =>
      (
        await saveSsoEnforcement({
          query,
          headers: { 'If-Match': `"${etag}"`, 'Idempotency-Key': key },
          body,
        })
      ).data,
    {
      // After a refusal, the page may no longer show the right people who are locked out.
      changes: [queryKey, [{ _id: 'previewSsoEnforcement' }], [{ _id: 'listBreakGlassHolders' }]],
      onDone: (answer) => {
        queries.setQueryData(queryKey, answer);
        notifications.show({ message: t(`enforcement.saved.${answer.mode}`) });
      },
    },
  );
}
