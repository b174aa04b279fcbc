import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

/** No retries: the job runs again within seconds anyway. */
export const NOTIFY_OF_ALERTS = jobKind<Tenant>('alerts.tell', { retries: 0 });

/** No retries: the job runs again in five minutes anyway. */
export const NOTE_ALERTS = jobKind<Tenant>('alerts.note', { retries: 0 });
