import { describe, expect, it } from 'vitest';
import { runInJob, runInRequest } from './core/kernel/request-context.js';
import { describeUncaught } from './process.js';

// operations 6.7
describe('an error that nothing caught', () => {
  /** As a package throws it: in a callback of its own, outside of any promise. */
  const thrownLater = (): Promise<object> =>
    new Promise((resolve) => {
      setImmediate(() => {
        try {
          throw new TypeError('customer +61491570156 is no object');
        } catch (error) {
          resolve(describeUncaught(error));
        }
      });
    });

  it('is described with the job around it and where it was thrown, without its message', async () => {
    const described = await runInJob('metering.submit', thrownLater);
    expect(described).toMatchObject({ error: 'TypeError', job: 'metering.submit' });
    expect(described).toHaveProperty(['at', 0], expect.stringContaining('process.spec'));
    expect(JSON.stringify(described)).not.toContain('61491570156');
  });

  it('is described with the request around it', async () => {
    const described = await new Promise<object>((resolve) =>
      runInRequest({ requestId: 'r-1' }, () => void thrownLater().then(resolve)),
    );
    expect(described).toMatchObject({ request_id: 'r-1' });
  });

  it('may be no Error', () => {
    expect(describeUncaught('text')).toEqual({ msg: 'uncaught error', error: 'string', at: [] });
  });
});
