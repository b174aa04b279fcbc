import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { accountIds } from '../../../tools/dev/billing/billing-accounts.ts';
import { startChild } from '../children.ts';
import type { Child } from '../children.ts';
import type { Bench, StartOurs } from '../compare.ts';
import { startPlatform } from '../platform.ts';
import type { Platform } from '../platform.ts';

/** The first person is its partner_admin; it is a customer of the provider. */
export const BILLED_CLIENT = 'client-1';
/** Usage of these clients is counted but never reported to a provider. */
export const METERED = { busy: 'client-2', old: 'client-3' } as const;
/** The name of the billed client's account at the local provider. */
const ACCOUNT = 'bench';
/** The approximate size of each invoice's file. */
export const FILE_BYTES = 50 * 1024 * 1024;

/** Windows to be closed at once: twelve weeks of hours. */
export const WINDOWS = 2_000;
const CALLS = 2_000_000;
/** Enough to try the rows; the figures are meaningless. */
const TRIAL_CALLS = 60_000;
/**
 * The hours with recent calls of the client with old windows: more than the closed and recounted
 * windows that the search covers.
 */
const RECENT_HOURS = 400;
const PROJECTS = 20;
const HOUR_MS = 3_600_000;

/** Like the large store: an eighth of the calls' size on disk. */
const SETTINGS = { shared_buffers: '512MB' };
const PROVIDER = join(import.meta.dirname, '../../servers/billing-provider.ts');
const METERER = join(import.meta.dirname, '../../servers/meterer.ts');

/** A platform with a local billing provider. */
export interface BillingBench extends Bench {
  readonly calls: number;
  /** Plants the calls of the metered clients, unless they exist. */
  plantCalls(): Promise<void>;
  /** The worker's metering, unchanged or with a mistake. */
  startMeterer(mistake?: string): Promise<Child>;
  readonly metadata: <T>(work: (db: Client) => Promise<T>) => Promise<T>;
  readonly store: <T>(work: (db: Client) => Promise<T>) => Promise<T>;
}

interface Opening {
  readonly client: Child;
  readonly isTrial: boolean;
  readonly startOursOn: (platform: Platform) => StartOurs;
  readonly onClose: (undo: () => Promise<void>) => void;
}

export async function openBillingBench(options: Opening): Promise<BillingBench> {
  const { client, isTrial, startOursOn, onClose } = options;
  const platform = await startPlatform({ settings: SETTINGS, onClose });
  const key = `sk_test_${randomBytes(12).toString('hex')}`;
  const provider = await startChild(PROVIDER, { args: [key, BILLED_CLIENT, ACCOUNT, String(FILE_BYTES)] });
  const host = `127.0.0.1:${provider.port}`;
  const billing = {
    BILLING_PROVIDER_KEY: key,
    BILLING_PROVIDER_URL: `http://${host}`,
    BILLING_PROVIDER_HOSTS: host,
  };
  const metadata = sessions(platform.metadataSuperuserUrl);
  const store = sessions(platform.storeSuperuserUrl);
  await metadata(plantPlans);
  const startOurs = startOursOn(platform);
  const environment = { ...platform.environment, METADATA_DATABASE_URL: platform.workerMetadataUrl };
  const calls = isTrial ? TRIAL_CALLS : CALLS;
  let planted: Promise<void> | undefined;
  return {
    ...{ platform, client, calls, metadata, store },
    startOurs: (worsening, settings = {}, preload) =>
      startOurs(worsening, { ...billing, ...settings }, preload),
    plantCalls: () => (planted ??= store((db) => plantCalls(db, calls))),
    startMeterer: (mistake) =>
      startChild(METERER, { args: mistake === undefined ? [] : [mistake], environment }),
  };
}

const sessions =
  (connectionString: string) =>
  async <T>(work: (db: Client) => Promise<T>): Promise<T> => {
    const db = new Client({ connectionString });
    await db.connect();
    try {
      return await work(db);
    } finally {
      await db.end();
    }
  };

/** The end of the newest hour that is frozen by now (docs/contract/billing.md, 14.3). */
export const frozenUntil = (): Date => new Date(Math.floor(Date.now() / HOUR_MS - 1) * HOUR_MS);

export const hoursBefore = (instant: Date, hours: number): Date =>
  new Date(instant.getTime() - hours * HOUR_MS);

/** Complete plans; the billed client's meters and windows are such that usage is charged. */
async function plantPlans(db: Client): Promise<void> {
  const { customerId, subscriptionId, foundationPriceId, minutes, segments } = accountIds(ACCOUNT);
  const until = frozenUntil();
  const since = hoursBefore(until, WINDOWS);
  const meters = [
    { name: 'minutes', ...minutes },
    { name: 'sms_segments', ...segments },
  ];
  for (const clientId of [BILLED_CLIENT, ...Object.values(METERED)]) {
    const isBilled = clientId === BILLED_CLIENT;
    await db.query(
      `INSERT INTO billing_plans (client_id, data_env, plan_name, currency, monthly_fee, provider_customer_id,
                                  provider_subscription_id, foundation_price_id, updated_at, evidence_since)
       VALUES ($1, 'prod', 'Reference hybrid', 'AUD', 24900, $2, $3, $4, now(), now())`,
      [clientId, ...(isBilled ? [customerId, subscriptionId, foundationPriceId] : [null, null, null])],
    );
    for (const meter of isBilled ? meters : meters.slice(0, 1)) {
      await db.query(
        `INSERT INTO billing_plan_meters (client_id, data_env, meter_id, is_active, included_units, unit_rate,
                provider_price_id, provider_meter_id, provider_event_name, updated_at, metered_from)
         VALUES ($1, 'prod', $2, true, $3, $4, $5, $6, $7, now(), $8)`,
        [
          ...[clientId, meter.name, meter.included, meter.rate],
          ...[meter.priceId, meter.meterId, meter.eventName, since],
        ],
      );
    }
  }
  await db.query(
    `INSERT INTO projects (client_id, data_env, project_id, display_name, timezone, lifecycle_state)
     SELECT $1, 'prod', 'project-' || n, 'Project ' || n, 'Australia/Sydney', 'active' FROM generate_series(0, ${PROJECTS - 1}) n`,
    [BILLED_CLIENT],
  );
  for (const { name: meterId } of meters) {
    await plantWindows(db, BILLED_CLIENT, { from: since, to: until, meterId });
    await db.query(
      `INSERT INTO billing_reconciliations (client_id, data_env, meter_id, period_start, period_end, source_total,
              stored_total, provider_total, state, checked_at)
       VALUES ($1, 'prod', $2, $3, $4, 1, 1, 1, 'matched', now())`,
      [BILLED_CLIENT, meterId, since, until],
    );
  }
  await db.query(
    `INSERT INTO billing_discounts (client_id, data_env, discount_type, discount_value, currency,
            effective_start_date, description, created_at)
     VALUES ($1, 'prod', 'percentage_monthly_fee', 10, 'AUD', '2026-01-01', 'First years', now())`,
    [BILLED_CLIENT],
  );
  await db.query(
    `INSERT INTO billing_adjustments (client_id, data_env, adjustment_type, amount, currency, effective_start_date,
            reason, created_at)
     VALUES ($1, 'prod', 'credit', 500, 'AUD', '2026-01-01', 'As agreed', now())`,
    [BILLED_CLIENT],
  );
  await db.query(
    'VACUUM (ANALYZE) billing_plans, billing_plan_meters, billing_usage_windows, billing_reconciliations, projects',
  );
}

interface Hours {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly meterId?: string;
}

/**
 * Windows that were reported to the provider, one for each hour, with the units of all projects.
 */
export async function plantWindows(
  db: Client,
  clientId: string,
  { from, to, meterId = 'minutes' }: Hours,
): Promise<void> {
  await db.query(
    `INSERT INTO billing_usage_windows (client_id, data_env, meter_id, window_start, window_end, quantity, status,
            source_hash, frozen_at, submitted_at, attempted_at, attempt_count, provider_event_id, details)
     SELECT $1, 'prod', $2, hour, hour + interval '1 hour', ${PROJECTS * 100}, 'submitted', repeat('0', 64),
            hour + interval '2 hours', hour + interval '2 hours', hour + interval '2 hours', 1,
            'usage-' || $1 || $2 || extract(epoch FROM hour),
            (SELECT jsonb_build_object('projects', jsonb_object_agg('project-' || n, 100), 'messages', 1500,
                                       'failed', '{"unreachable": 3, "rejected": 1}'::jsonb)
               FROM generate_series(0, ${PROJECTS - 1}) n)
       FROM generate_series($3::timestamptz, $4::timestamptz - interval '1 hour', interval '1 hour') hour`,
    [clientId, meterId, from, to],
  );
}

/**
 * The same number of calls in each hour, which begin and end in it; the columns that counting
 * reads, and the required ones.
 */
const PLANT_CALLS = `
INSERT INTO calls (client_id, data_env, call_id, revision, project_id, direction, channel, call_status, started_at_utc,
                   ended_at_utc, duration_seconds)
SELECT $1, 'prod', 'call-' || n, 1, 'project-' || n % ${PROJECTS}, 'inbound', 'phone',
       CASE WHEN n % 10 = 0 THEN 'missed' ELSE 'completed' END, c.start, c.start + c.seconds * interval '1 second', c.seconds
  FROM generate_series(0, $3::integer * $4::integer - 1) n
 CROSS JOIN LATERAL (
   SELECT $2::timestamptz + n / $4::integer * interval '1 hour' + n % $4::integer * interval '3200 seconds' / $4::integer AS start,
          1 + n % 299 AS seconds) c`;

async function plantCalls(db: Client, calls: number): Promise<void> {
  console.log(`${calls} calls are planted, which takes some minutes when they are many.`);
  // Up to the hour that may freeze during a measurement.
  const until = hoursBefore(frozenUntil(), -2);
  const perHour = calls / WINDOWS;
  for (const [clientId, hours] of [
    [METERED.busy, WINDOWS],
    [METERED.old, RECENT_HOURS],
  ] as const) {
    const from = hoursBefore(until, hours);
    await db.query('SELECT open_call_months(ARRAY(SELECT generate_series($1, $2, interval $$1 day$$)))', [
      from,
      until,
    ]);
    await db.query(PLANT_CALLS, [clientId, from, hours, perHour]);
  }
  await db.query('CHECKPOINT');
  await db.query('VACUUM (ANALYZE) calls');
}
