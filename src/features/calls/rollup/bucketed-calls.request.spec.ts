import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { RequestValidationPipe } from '../../../core/server/validation.pipe.js';
import { BucketedCallsRequest } from './bucketed-calls.request.js';

const pipe = new RequestValidationPipe();
const parse = (query: object): Promise<BucketedCallsRequest> =>
  pipe.transform(query, { type: 'query', metatype: BucketedCallsRequest }) as Promise<BucketedCallsRequest>;

// calls 9.1
describe('the granularity of a timeline', () => {
  it.each([
    [{ granularity: 'hour' }, 'hour'],
    [{ granularity: 'day' }, 'day'],
    [{ granularity: 'week' }, 'week'],
    [{}, 'day'],
  ])('of %j is %s', async (query, granularity) => {
    expect((await parse(query)).granularity).toBe(granularity);
  });

  it.each(['month', 'Day', 'days', '', ' day', 'constructor'])(
    'refuses %j with a 400 that says what is allowed',
    async (granularity) => {
      const error: unknown = await parse({ granularity }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(PlatformError);
      expect(error).toMatchObject({
        entry: { status: 400, code: 'validation_failed' },
        message: 'granularity: must be one of hour, day, week',
      });
    },
  );
});
