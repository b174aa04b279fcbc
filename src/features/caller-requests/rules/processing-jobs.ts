import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

/** The request that a job is about, without personal data. */
export interface RequestJob extends Tenant {
  readonly requestId: string;
}

/** Searches for the calls of the person whom a request is about (caller-requests 10.1). */
export const SEARCH_CALLER_DATA = jobKind<RequestJob>('caller-requests.search', { givesUp: true });

/** Erases the data of the person whom a request is about (caller-requests 11.2). */
export const ERASE_CALLER_DATA = jobKind<RequestJob>('caller-requests.erase', {
  givesUp: true,
  outlivesWorkers: true,
});

export const jobAbout = ({ clientId, dataEnv }: Tenant, requestId: string): RequestJob => ({
  clientId,
  dataEnv,
  requestId,
});
