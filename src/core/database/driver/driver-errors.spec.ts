import { QueryFailedError } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { LoggableError } from '../../shared/platform-error.js';
import { classifyDriverError, connectFailureOf, StoreUnavailableError } from './driver-errors.js';
import type { FaultKind } from './driver-errors.js';

const failure = (fields: object, message = 'it failed'): Error => Object.assign(new Error(message), fields);
const kindOf = (error: unknown): FaultKind | null => classifyDriverError(error)?.kind ?? null;

const CODES: readonly [string, FaultKind, string][] = [
  ['08000', 'unavailable', 'connection_exception'],
  ['08006', 'unavailable', 'connection_failure'],
  ['25006', 'unavailable', 'read_only_sql_transaction'],
  ['0A000', 'unavailable', 'feature_not_supported'],
  ['53100', 'unavailable', 'disk_full'],
  ['53200', 'unavailable', 'out_of_memory'],
  ['53300', 'unavailable', 'too_many_connections'],
  ['57P01', 'unavailable', 'admin_shutdown'],
  ['57P02', 'unavailable', 'crash_shutdown'],
  ['57P03', 'unavailable', 'cannot_connect_now'],
  ['57014', 'unavailable', 'query_canceled'],
  ['25P03', 'unavailable', 'idle_in_transaction_session_timeout'],
  ['25P04', 'unavailable', 'transaction_timeout'],
  ['28000', 'unavailable', 'invalid_authorization_specification'],
  ['28P01', 'unavailable', 'invalid_password'],
  ['3D000', 'unavailable', 'invalid_catalog_name'],
  ['58030', 'unavailable', 'io_error'],
  ['XX000', 'unavailable', 'internal_error'],
  ['ECONNREFUSED', 'unavailable', 'port closed'],
  ['ECONNRESET', 'unavailable', 'connection reset'],
  ['EPIPE', 'unavailable', 'written after the other side left'],
  ['ETIMEDOUT', 'unavailable', 'no answer'],
  ['EHOSTUNREACH', 'unavailable', 'no way there'],
  ['ENOTFOUND', 'unavailable', 'no such name'],
  ['EAI_AGAIN', 'unavailable', 'name service down'],
  ['40001', 'retry', 'serialization_failure'],
  ['40P01', 'retry', 'deadlock_detected'],
  ['23505', 'conflict', 'unique_violation'],
  ['23P01', 'conflict', 'exclusion_violation'],
  ['08P01', 'bug', 'protocol_violation'],
  ['23502', 'bug', 'not_null_violation'],
  ['23503', 'bug', 'foreign_key_violation'],
  ['23514', 'bug', 'check_violation'],
  ['42P01', 'bug', 'undefined_table'],
  ['42501', 'bug', 'insufficient_privilege'],
  ['22P02', 'bug', 'invalid_text_representation'],
];

describe('driver errors', () => {
  it.each(CODES)('%s is %s (%s)', (code, kind) => {
    expect(kindOf(failure({ code }))).toBe(kind);
  });

  it.each([
    'Query read timeout',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'Client was closed and is not queryable',
  ])('without a code, "%s" is unavailable', (message) => {
    expect(kindOf(failure({}, message))).toBe('unavailable');
  });

  it('reads the reason of a host with several addresses from its first part', () => {
    const parts = [failure({ code: 'ECONNREFUSED' }), failure({ code: 'EHOSTUNREACH' })];
    expect(classifyDriverError(new AggregateError(parts, ''))).toMatchObject({
      kind: 'unavailable',
      code: 'ECONNREFUSED',
    });
  });

  it('are nothing but codes, constraint and table, whatever the driver knows', () => {
    const secret = '+61491570156';
    const driver = failure(
      {
        code: '23505',
        constraint: 'api_keys_prefix_key',
        table: 'api_keys',
        detail: `Key (x)=(${secret}) already exists.`,
        where: secret,
      },
      `duplicate key ${secret}`,
    );
    const fault = classifyDriverError(new QueryFailedError(`INSERT ... '${secret}'`, [secret], driver));
    expect(fault).toEqual({
      kind: 'conflict',
      code: '23505',
      constraint: 'api_keys_prefix_key',
      table: 'api_keys',
    });
  });

  it('wrapped by TypeORM keep their kind', () => {
    const wrapped = (fields: object, message?: string) =>
      new QueryFailedError('SELECT 1', [], failure(fields, message));
    expect(kindOf(wrapped({ code: '40P01' }))).toBe('retry');
    expect(kindOf(wrapped({}, 'Query read timeout'))).toBe('unavailable');
    expect(kindOf(wrapped({}, 'something else'))).toBe('bug');
  });

  it('are distinguished from every other error', () => {
    const others: unknown[] = [
      new Error('x'),
      new TypeError('timeout'),
      failure({ code: 'ERR_INVALID_ARG' }),
      failure({ code: 42 }),
      failure({ errors: ['x'] }),
      'timeout expired',
      undefined,
      null,
      { code: '23505' },
    ];
    expect(others.map(kindOf)).toEqual(others.map(() => null));
  });
});

// operations 6.8
describe('a pool that cannot connect', () => {
  it.each(['28000', '28P01', '3D000', '42501', '55000'])('is refused by its server: %s', (code) => {
    const refused = connectFailureOf('store-a', failure({ code }));
    expect(refused).toBeInstanceOf(StoreUnavailableError);
    expect(refused).toHaveProperty(
      'message',
      expect.stringContaining(`store-a refuses the connection (${code})`),
    );
    expect(classifyDriverError(refused)).toMatchObject({ kind: 'unavailable', code });
    const notAsked = new StoreUnavailableError('It is not asked.', refused);
    expect(classifyDriverError(notAsked)).toMatchObject({ kind: 'unavailable', code });
  });

  it.each([
    failure({ code: 'ECONNREFUSED' }),
    failure({ code: '53300' }),
    failure({ code: '57P03' }),
    failure({}, 'timeout exceeded when trying to connect'),
    new LoggableError('The login is that of another process.'),
  ])('says so itself, or says what has to be set otherwise: $code $message', (error) => {
    expect(connectFailureOf('store-a', error)).toBe(error);
  });
});
