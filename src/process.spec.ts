import { describe, expect, it } from 'vitest';
import { connectFailureOf, StoreUnavailableError } from './core/database/driver/driver-errors.js';
import { runInJob, runInRequest } from './core/shared/request-context.js';
import { describeUncaught, explanationOf } from './process.js';

// operations 6.7
describe('an error that nothing caught', () => {
  /** As a package throws it: in a callback of its own, outside of any promise. */
  const thrownLater = (): Promise<object> =>
    new Promise((resolve) => {
      setImmediate(() => {
        try {
          throw new TypeError('customer +61491570156 is not an object');
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

// operations 6.8
describe('the reason why a process cannot start', () => {
  const failure = (code: string): Error => Object.assign(new Error('of the driver'), { code });

  it.each(['28P01', '28000', '3D000'])('%s is a database that refuses the connection', (code) => {
    expect(explanationOf(failure(code))).toContain(`A database refuses the connection (${code}).`);
  });

  it('is what lies behind the refusal of a store, and of one that is no longer asked', () => {
    const refused = connectFailureOf('metadata', failure('55000'));
    expect(explanationOf(new StoreUnavailableError('It is not asked.', refused))).toContain('(55000)');
  });

  it('is a database that does not run where no server answers', () => {
    expect(explanationOf(failure('ECONNREFUSED'))).toBe(
      'A database does not answer (ECONNREFUSED). Is it running?',
    );
  });
});
