import { tenantKey, type Tenant } from '../../core/shared/auth-context.js';

/** The rows of a tenant in a store, and its waiting work. */
export interface TenantLoad {
  calls: number;
  callsOfDay: number;
  bytes: number;
  due: number;
  oldestDueSeconds: number;
  dead: number;
}

/** A table of a store: its size with indexes, and how a sample of its rows is spread over tenants. */
export interface TableSample {
  readonly bytes: number;
  readonly rows: readonly (Tenant & { readonly rows: number })[];
}

/** Requests of a tenant, as the processes have counted them since their start. */
export interface TenantRequests {
  readonly requests: number;
  readonly failed: number;
  readonly seconds: number;
}

export const NO_LOAD: TenantLoad = {
  calls: 0,
  callsOfDay: 0,
  bytes: 0,
  due: 0,
  oldestDueSeconds: 0,
  dead: 0,
};

/** The share of each tenant in the bytes of the tables, by its share of the sampled rows. */
export function bytesOfTenants(tables: readonly TableSample[]): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (const table of tables) {
    const total = table.rows.reduce((sum, { rows }) => sum + rows, 0);
    for (const { rows, ...tenant } of table.rows) {
      const key = tenantKey(tenant);
      bytes.set(key, (bytes.get(key) ?? 0) + (table.bytes * rows) / total);
    }
  }
  return bytes;
}

export const ORDERS = ['work', 'calls', 'bytes', 'requests'] as const;
export type Order = (typeof ORDERS)[number];

interface Ranked {
  readonly load: TenantLoad | null;
  readonly requests: TenantRequests | null;
}

/** Highest first: a tenant whose store does not answer, then by the requested order. */
const RANK: Readonly<Record<Order, (tenant: Ranked) => readonly number[]>> = {
  work: ({ load }) => [load?.oldestDueSeconds ?? 0, load?.dead ?? 0, load?.due ?? 0, load?.calls ?? 0],
  calls: ({ load }) => [load?.calls ?? 0],
  bytes: ({ load }) => [load?.bytes ?? 0],
  requests: ({ requests }) => [requests?.seconds ?? 0, requests?.requests ?? 0],
};

/** Compares two tenants so that the worst comes first. */
export function worstFirst(order: Order): (one: Ranked, other: Ranked) => number {
  const ranks = (tenant: Ranked): readonly number[] => [tenant.load === null ? 1 : 0, ...RANK[order](tenant)];
  return (one, other) => {
    const theirs = ranks(other);
    const index = ranks(one).findIndex((rank, at) => rank !== theirs[at]);
    return index < 0 ? 0 : theirs[index]! - ranks(one)[index]!;
  };
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Bytes for people: `1.4 GiB`. */
export function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const value = bytes / 1024 ** step;
  return `${value.toFixed(step > 0 && value < 10 ? 1 : 0)} ${UNITS[step]}`;
}

/** Seconds for people: `40 s`, `12 min`, `3 h`, `2 d`. */
export function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}

// Values of these labels are ids, which hold neither commas nor braces.
const COUNTED = /^tenant_(requests_total|database_seconds_total)\{([^}]*)\} (\S+)$/;

/** The requests of each tenant in the text of one or several `GET /metrics`. */
export function requestsOfTenants(metrics: string): ReadonlyMap<string, TenantRequests> {
  const found = new Map<string, { requests: number; failed: number; seconds: number }>();
  for (const line of metrics.split('\n')) {
    const [, name, labelText = '', value] = COUNTED.exec(line) ?? [];
    if (name === undefined) continue;
    const labels = Object.fromEntries(
      labelText.split(',').map((label) => label.replace(/"$/, '').split('="') as [string, string]),
    );
    const key = `${labels['client_id']}\n${labels['data_env']}`;
    const counted = found.get(key) ?? { requests: 0, failed: 0, seconds: 0 };
    found.set(key, counted);
    if (name === 'database_seconds_total') counted.seconds += Number(value);
    else counted.requests += Number(value);
    if (labels['class'] === '5xx') counted.failed += Number(value);
  }
  return found;
}
