import { describe, expect, it } from 'vitest';
import {
  bytesOfTenants,
  durationText,
  NO_LOAD,
  requestsOfTenants,
  sizeText,
  worstFirst,
  type Order,
} from './tenant-load.policy.js';

// operations 8.1
describe('the load of tenants', () => {
  it('divides each table by the rows of its sample', () => {
    const rows = (one: number, other: number) => [
      { clientId: 'one', dataEnv: 'prod' as const, rows: one },
      { clientId: 'two', dataEnv: 'dev' as const, rows: other },
    ];
    const bytes = bytesOfTenants([
      { bytes: 1000, rows: rows(3, 1) },
      { bytes: 100, rows: rows(0, 5) },
      { bytes: 8192, rows: [] },
    ]);
    expect(Object.fromEntries(bytes)).toEqual({ 'one\nprod': 750, 'two\ndev': 350 });
  });

  it('orders worst first, a store without an answer before all', () => {
    const tenants = {
      silent: { load: null, requests: null },
      waiting: { load: { ...NO_LOAD, due: 1, oldestDueSeconds: 90 }, requests: null },
      dead: { load: { ...NO_LOAD, dead: 2 }, requests: { requests: 1, failed: 0, seconds: 9 } },
      large: { load: { ...NO_LOAD, calls: 9, bytes: 1 }, requests: { requests: 9, failed: 0, seconds: 1 } },
      idle: { load: { ...NO_LOAD, calls: 1, bytes: 2 }, requests: null },
    };
    const order = (by: Order): string =>
      Object.entries(tenants)
        .toSorted(([, one], [, other]) => worstFirst(by)(one, other))
        .map(([name]) => name)
        .join(' ');
    expect(order('work')).toBe('silent waiting dead large idle');
    expect(order('calls')).toBe('silent large idle waiting dead');
    expect(order('bytes')).toBe('silent idle large waiting dead');
    expect(order('requests')).toBe('silent dead large waiting idle');
  });

  it('adds up the metrics of processes', () => {
    const counted = requestsOfTenants(
      [
        '# HELP tenant_requests_total Requests of a tenant by class of status.',
        'tenant_requests_total{client_id="acme",data_env="prod",class="2xx"} 40',
        'tenant_requests_total{client_id="acme",data_env="prod",class="5xx"} 2',
        'tenant_database_seconds_total{client_id="acme",data_env="prod"} 1.5',
        'tenant_requests_total{client_id="acme",data_env="prod",class="2xx"} 8',
        'process_cpu_seconds_total 3',
      ].join('\n'),
    );
    expect([...counted]).toEqual([['acme\nprod', { requests: 50, failed: 2, seconds: 1.5 }]]);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1536, '1.5 KiB'],
    [40 * 1024 ** 2, '40 MiB'],
    [3 * 1024 ** 5, '3072 TiB'],
  ])('%d bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

  it.each([
    [1.4, '1 s'],
    [600, '10 min'],
    [7_300, '2 h'],
    [200_000, '2 d'],
  ])('%d seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text));
});
