import { partsOfPath } from '../../../core/json/json-path.js';
import type { FieldError } from '../../../core/kernel/platform-error.js';
import type { SectionValidation } from './findings.policy.js';

/** Everything that keeps a configuration from being published, section by section. */
export const blockingFindings = (validations: ReadonlyMap<string, SectionValidation>): FieldError[] =>
  [...validations].flatMap(([section, { findings }]) =>
    findings
      .filter(({ severity }) => severity === 'error')
      .map(({ path, message, code }) => ({
        loc: ['sections', section, ...partsOfPath(path)],
        message,
        type: code,
      })),
  );
