import type { ProtectedAccess } from '../../../core/auth/access-rule.js';
import { CUSTOMER_ROLES, PARTNER_ROLES } from '../../../core/shared/roles.js';
import { PROJECT_ERRORS } from '../../projects/projects.errors.js';

const OF_PROJECT = { client: 'query', project: 'params', surface: 'partner' } as const;

/** Partners and the customer of the project (knowledge 1.2). */
export const KNOWLEDGE_READERS = {
  scopes: [...PARTNER_ROLES, ...CUSTOMER_ROLES],
  ...OF_PROJECT,
} as const satisfies Omit<ProtectedAccess, 'kind'>;

/** The same as for the sections of the project's draft. */
export const KNOWLEDGE_WRITERS = {
  scopes: ['partner_admin'],
  ...OF_PROJECT,
  errors: [PROJECT_ERRORS.archived],
} as const satisfies Omit<ProtectedAccess, 'kind'>;
