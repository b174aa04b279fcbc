import type { SectionValidation } from '../configuration/findings.policy.js';
import type { FieldError } from '../../../core/errors/platform-error.js';
import { VALIDATION_STATUSES } from '../configuration/findings.policy.js';

type Validations = ReadonlyMap<string, SectionValidation>;
type Status = (typeof VALIDATION_STATUSES)[number];

/** The status of all sections together: the worst of them. */
export function overallStatus(validations: Validations): Status {
  const statuses = [...validations.values()].map(({ status }) => status);
  if (statuses.includes('blocked')) return 'blocked';
  return statuses.includes('warning') ? 'warning' : 'ready';
}

/** Everything that keeps a configuration from being published, section by section. */
export const blockingFindings = (validations: Validations): FieldError[] =>
  [...validations].flatMap(([section, { findings }]) =>
    findings
      .filter(({ severity }) => severity === 'error')
      .map(({ path, message, code }) => ({
        loc: ['sections', section, ...(path === '' ? [] : [path])],
        message,
        type: code,
      })),
  );
