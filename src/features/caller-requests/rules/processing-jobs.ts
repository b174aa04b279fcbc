import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

/** The request of a job; without data of the person. */
export interface RequestJob extends Tenant {
  readonly requestId: string;
}

/** Looks for the calls of the person that a request is about (caller-requests 10.1). */
export const SEARCH_CALLER_DATA = jobKind<RequestJob>('caller-requests.search', { givesUp: true });

/** Erases the data of the person that a request is about (caller-requests 11.2). */
export const ERASE_CALLER_DATA = jobKind<RequestJob>('caller-requests.erase', {
  givesUp: true,
  outlivesWorkers: true,
});

export const jobAbout = ({ clientId, dataEnv }: Tenant, requestId: string): RequestJob => ({
  clientId,
  dataEnv,
  requestId,
});
