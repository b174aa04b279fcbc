import { describe, expect, it } from 'vitest';
import { UsageError } from '../process.js';
import { readCommand } from './operations.js';

const AROUND = { storeIds: ['store-a'], now: new Date('2026-11-21T12:00:00.000Z') };
const read = (...args: string[]) => readCommand(['set-capacity', ...args], AROUND).values;

// operations 4.2
describe('set-capacity', () => {
  it.each([
    [['--limit', '50'], { limit: '50', 'reserved-inbound': '0', project: null, env: 'prod' }],
    [['--limit', '0', '--env', 'staging'], { limit: '0', env: 'staging' }],
    [['--limit', '10000', '--reserved-inbound', '10000'], { limit: '10000', 'reserved-inbound': '10000' }],
    [['--limit', 'none', '--project', 'p-1'], { limit: 'none', project: 'p-1' }],
  ])('takes %j', (args, values) => {
    expect(read('--client', 'acme', ...args)).toMatchObject(values);
  });

  it.each([
    [['--limit', '10001'], '--limit must be a whole number of calls from 0 to 10000, or none'],
    [['--limit', '-1'], '--limit has no value'],
    [['--limit', '1.5'], '--limit must be a whole number'],
    [['--limit', ''], '--limit must be a whole number'],
    [[], '--limit is missing'],
    [['--limit', '5', '--reserved-inbound', 'none'], '--reserved-inbound must be a whole number'],
    [['--limit', '5', '--project', '../x'], '--project must be 1 to 64 letters'],
  ])('refuses %j', (args, problem) => {
    expect(() => read('--client', 'acme', ...args)).toThrow(UsageError);
    expect(() => read('--client', 'acme', ...args)).toThrow(problem);
  });
});
