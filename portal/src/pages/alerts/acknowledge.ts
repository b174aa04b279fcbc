import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { acknowledgeAlert, type AlertsResponse } from '../../api/generated';
import { asProblem } from '../../api/problem';
import { useView } from '../../address/view';

/** Every list of alerts, and the counts that the bell shows. */
const ALERT_QUERIES = [{ _id: 'listAlerts' }];
const COUNTS = [{ _id: 'countAlerts' }];

type Lists = readonly (readonly [QueryKey, AlertsResponse | undefined])[];

/** The list after the change; the API's answer replaces it. */
const withAcknowledged = (list: AlertsResponse, alertId: string): AlertsResponse => ({
  ...list,
  open_count: list.open_count === null ? null : Math.max(0, list.open_count - 1),
  items: list.items.map((it) => (it.alert_id === alertId ? { ...it, state: 'acknowledged' } : it)),
});

/**
 * Acknowledges an alert. The page shows it immediately, and reverts it if the API refuses.
 * @returns the function that sends it, and the alert in progress
 */
export function useAcknowledge(): {
  readonly send: (alertId: string) => void;
  readonly pending: string | undefined;
} {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { client_id } = useView();
  // Set synchronously: a second press may come before React renders the first one.
  const isSending = useRef(false);
  const write = useMutation<unknown, unknown, string, Lists>({
    mutationFn: (alertId) => acknowledgeAlert({ path: { alert_id: alertId }, query: { client_id } }),
    onMutate: async (alertId) => {
      await queries.cancelQueries({ queryKey: ALERT_QUERIES });
      const before = queries.getQueriesData<AlertsResponse>({ queryKey: ALERT_QUERIES });
      queries.setQueriesData<AlertsResponse>(
        { queryKey: ALERT_QUERIES },
        (list) => list && withAcknowledged(list, alertId),
      );
      return before;
    },
    onError: (error, _alertId, before = []) => {
      for (const [key, list] of before) queries.setQueryData(key, list);
      const isGone = asProblem(error).kind === 'absent';
      notifications.show({ color: 'red', message: t(isGone ? 'alerts.gone' : 'alerts.notAcknowledged') });
    },
    onSettled: () => {
      isSending.current = false;
      void queries.invalidateQueries({ queryKey: COUNTS });
      return queries.invalidateQueries({ queryKey: ALERT_QUERIES });
    },
  });
  return {
    send: (alertId) => {
      if (isSending.current) return;
      isSending.current = true;
      write.mutate(alertId);
    },
    pending: write.isPending ? write.variables : undefined,
  };
}
