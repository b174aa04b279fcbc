import { CATALOGUE } from '../../../core/errors/catalogue.js';
import { PlatformError, validationFailed } from '../../../core/errors/platform-error.js';
import { judgeWrite } from './write-guard.policy.js';
import type { GuardedWrite } from './write-guard.policy.js';

/** @throws 428 precondition_required, 409 conflict, 400 validation_failed unless the write may go on */
export function requireFresh(write: GuardedWrite): void {
  const judgement = judgeWrite(write);
  if (judgement === 'missing') throw new PlatformError(CATALOGUE.preconditionRequired);
  if (judgement === 'stale') throw new PlatformError(CATALOGUE.conflict);
  if (judgement === 'malformed') {
    throw validationFailed({
      loc: ['header', 'If-Match'],
      message: 'must be an etag in double quotes, or *',
      type: 'malformed',
    });
  }
}
