import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isRequestId } from '../../core/server/pipeline/request-id.policy.js';
import { tenantKey, type DataEnv, type Tenant } from '../../core/shared/auth-context.js';
import { DAY_MS } from '../../core/time/wall-clock.policy.js';
import { explanationOf, UsageError } from '../../process.js';
import { matching, operation, type CommandContext } from '../options.js';
import { withReader, type Reader } from '../connection/owner-connection.js';
import {
  AUDIT_OUTBOX,
  AUDIT_TRAIL,
  EFFECTS,
  FOLLOWED,
  KEYS_OF_REQUEST,
  OF_REQUEST,
  type Source,
} from './why.queries.js';

type Row = Readonly<Record<string, unknown>>;

interface AuditRow extends Row {
  readonly client_id: string;
  readonly data_env: DataEnv;
  readonly occurred_at: Date;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The ids that audit rows of one tenant name, and the instant of the first row. */
interface Trace {
  readonly tenant: Tenant;
  readonly ids: Set<string>;
  readonly since: Date;
}

/** All that is known of one request. */
export const WHY_OPERATIONS = {
  why: operation({
    usage: `\
why          shows everything known about a request, with the settings of migrate: audit rows, idempotency records,
             work that it caused, and the state of what it changed
  --request ID              the X-Request-ID of its response, or error_id of its error
  [--log FILE]              a log of main or worker, for its access line, its errors and its trace
  [--days N]                how far back the audit trail is read; default: 7`,
    options: {
      request: { check: (value) => (isRequestId(value) ? null : 'must be the X-Request-ID of a response') },
      log: { check: () => null, fallback: null },
      days: { check: matching(/^[1-9]\d{0,3}$/, 'must be a whole number of days from 1'), fallback: '7' },
    },
    run: async ({ request, log, days }, context) => {
      const since = new Date(context.now.getTime() - Number(days) * DAY_MS);
      const logged = log === null ? 0 : await showLog(log, request, context);
      const known = logged + (await showStores(request, since, context));
      if (known > 0) return true;
      context.say(
        `Nothing was found for ${request} in ${days} days. Requests that changed nothing are only in the logs: --log FILE.`,
      );
      return false;
    },
  }),
};

/** Prints the lines of a log that belong to the request. @returns how many */
async function showLog(file: string, requestId: string, { result }: CommandContext): Promise<number> {
  await access(file).catch(() => {
    throw new UsageError(`--log ${file} cannot be read`);
  });
  let found = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!line.includes(requestId)) continue;
    const fields = parsed(line);
    if (fields?.['request_id'] !== requestId && fields?.['error_id'] !== requestId) continue;
    found += 1;
    result(`log  ${textOf(fields)}`);
  }
  return found;
}

function parsed(line: string): Row | null {
  try {
    return JSON.parse(line) as Row;
  } catch {
    return null;
  }
}

/** The rows of all stores that belong to the request. @returns how many */
async function showStores(requestId: string, since: Date, context: CommandContext): Promise<number> {
  const { metadataOwnerUrl, tenantStoreOwnerUrls } = context.owner();
  const traces = new Map<string, Trace>();
  const show = printer(context.result);
  const audits = (rows: readonly AuditRow[], title: string): number => {
    for (const row of rows) note(traces, row);
    return show(title, rows);
  };
  let known = 0;
  const lockTokens = await withReader(metadataOwnerUrl, async (metadata) => {
    known += audits(await metadata.query<AuditRow>(AUDIT_TRAIL, [requestId, since]), 'audit');
    const keys = await metadata.query<{ lock_token: string }>(KEYS_OF_REQUEST, [requestId]);
    known += show('idempotency record', keys);
    return keys.map(({ lock_token: token }) => token);
  });
  for (const [storeId, url] of tenantStoreOwnerUrls) {
    try {
      await withReader(url, async (store) => {
        const title = (of: string): string => `${of} in ${storeId}`;
        known += audits(
          await store.query<AuditRow>(AUDIT_OUTBOX, [requestId, since]),
          title('audit, not yet in the trail,'),
        );
        for (const source of OF_REQUEST)
          known += show(title(source.title), await store.query(source.text, [requestId]));
        if (lockTokens.length > 0)
          known += show(title(EFFECTS.title), await store.query(EFFECTS.text, [lockTokens]));
        known += await follow(store, FOLLOWED.tenant, traces, show, title);
      });
    } catch (error) {
      context.say(`${storeId} is not read. ${explanationOf(error)}`);
    }
  }
  await withReader(metadataOwnerUrl, async (metadata) => {
    known += await follow(metadata, FOLLOWED.metadata, traces, show, (of) => of);
  });
  return known;
}

type Show = (title: string, rows: readonly Row[]) => number;

async function follow(
  reader: Reader,
  sources: readonly Source[],
  traces: ReadonlyMap<string, Trace>,
  show: Show,
  title: (of: string) => string,
): Promise<number> {
  let known = 0;
  for (const { tenant, ids, since } of traces.values()) {
    for (const source of sources) {
      const values = [tenant.clientId, tenant.dataEnv, [...ids], since];
      known += show(title(source.title), await reader.query(source.text, values));
    }
  }
  return known;
}

// The id of a project would match everything that ever happened in it.
const TOO_WIDE = new Set(['project_id', 'organisation_id', 'user_id', 'store_id']);

/** Adds the ids that an audit row names. */
function note(traces: Map<string, Trace>, row: AuditRow): void {
  const tenant = { clientId: row.client_id, dataEnv: row.data_env };
  const trace = traces.get(tenantKey(tenant)) ?? { tenant, ids: new Set(), since: row.occurred_at };
  traces.set(tenantKey(tenant), trace);
  for (const [name, value] of Object.entries(row.metadata))
    if (name.endsWith('_id') && typeof value === 'string' && !TOO_WIDE.has(name)) trace.ids.add(value);
}

const printer =
  (result: (line: string) => void): Show =>
  (title, rows) => {
    for (const row of rows) result(`${title}  ${textOf(row)}`);
    return rows.length;
  };

/** A row on one line; absent values are omitted. */
const textOf = (row: Row): string =>
  Object.entries(row)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .join(' ');

function valueText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
