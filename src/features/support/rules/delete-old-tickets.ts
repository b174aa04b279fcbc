import type { Tenant } from '../../../core/shared/auth-context.js';
import { jobKind } from '../../../core/shared/work-kind.js';

export const DELETE_OLD_TICKETS = jobKind<Tenant>('support.delete-old-tickets');
