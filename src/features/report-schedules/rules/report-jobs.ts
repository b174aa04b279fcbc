import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

/** Claims the periods of a tenant that are due. */
export const DUE_REPORTS = jobKind<Tenant>('report-schedules.due');

export interface DeliveryToSend extends Tenant {
  readonly deliveryId: string;
}

/**
 * Sends the report of one period. Some four hours of attempts outlast a store that does not answer.
 */
export const SEND_REPORT = jobKind<DeliveryToSend>('report-schedules.tell', { retries: 9, givesUp: true });
