import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { SCHEDULERS } from './report-words.js';

/** The people who schedule reports, signed in (report-schedules 1.1). */
export const FOR_SCHEDULERS: Omit<ProtectedAccess, 'kind'> = {
  scopes: SCHEDULERS,
  credentials: 'bearer',
  client: 'query',
  surface: 'domain',
};
