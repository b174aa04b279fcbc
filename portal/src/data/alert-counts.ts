import { useQuery } from '@tanstack/react-query';
import { countAlertsOptions } from '../api/generated/@tanstack/react-query.gen';

/** The open alerts of every client of the person. Never by a timer: an unused session ends. */
export const useAlertCounts = (enabled = true) =>
  useQuery({ ...countAlertsOptions(), enabled, refetchInterval: false });
