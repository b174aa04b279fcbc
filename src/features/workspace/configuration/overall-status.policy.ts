import type { SectionValidation } from './findings.policy.js';
import { VALIDATION_STATUSES } from './findings.policy.js';

type Validations = ReadonlyMap<string, SectionValidation>;
type Status = (typeof VALIDATION_STATUSES)[number];

/** The status of all sections together: the worst of them. */
export function overallStatus(validations: Validations): Status {
  const statuses = [...validations.values()].map(({ status }) => status);
  if (statuses.includes('blocked')) return 'blocked';
  return statuses.includes('warning') ? 'warning' : 'ready';
}
