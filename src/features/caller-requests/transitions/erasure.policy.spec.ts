import { describe, expect, it } from 'vitest';
import { erasureRefusal, eraseProblem } from './erasure.policy.js';

// caller-requests 11.1
describe('the wish to erase', () => {
  it.each([
    ['in_progress', true, undefined, null],
    ['in_progress', false, {}, null],
    ['completed', undefined, {}, null],
    ['completed', false, undefined, null],
    ['ready', true, undefined, 'may be true only with the status in_progress'],
    ['completed', true, undefined, 'may be true only with the status in_progress'],
    ['in_progress', true, {}, 'may not be sent with processing_result'],
  ] as const)('with %s, %s and the result %j', (status, erase, result, message) => {
    const problem = eraseProblem({
      status,
      ...(erase !== undefined && { erase }),
      ...(result && { processing_result: result }),
    });
    if (message === null) expect(problem).toBeNull();
    else
      expect(problem).toMatchObject({
        loc: ['body', 'erase'],
        message: expect.stringContaining(message) as string,
      });
  });

  const asked = new Date(0);
  it.each([
    ['deletion', 'phone', null, true, null],
    ['deletion', 'phone', asked, undefined, null],
    ['access', 'manual', asked, false, null],
    ['access', 'phone', null, true, 'access request'],
    ['deletion', 'manual', null, true, 'Only a request with a telephone number'],
    ['deletion', 'phone', asked, true, 'already being erased'],
  ] as const)(
    'about a request of %s by %s, asked before: %s, erase: %s',
    (type, kind, askedAt, erase, reason) => {
      const request = { request_type: type, identifier_kind: kind, erasure_asked_at: askedAt };
      const refusal = erasureRefusal(request, erase === undefined ? {} : { erase });
      if (reason === null) expect(refusal).toBeNull();
      else expect(refusal).toContain(reason);
    },
  );
});
