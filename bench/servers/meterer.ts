import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule, REGISTRY } from '#app/app.module.js';
import { asMemberOf, loadSettings } from '#app/config/settings.js';
import { systemContext } from '#app/core/shared/auth-context.js';
import type { AuthContext } from '#app/core/shared/auth-context.js';
import type { MetadataStore } from '#app/core/database/metadata/metadata-store.js';
import { MeteringService } from '#app/features/billing/metering/metering.service.js';
import { CALL_USAGE } from '#app/features/calls/usage/call-usage.queries.js';
import { CallUsage } from '#app/features/calls/usage/call-usage.service.js';
import { answerOrders } from '../harness/children.ts';

// One complete metering run of a client per request, without the worker's schedule, which would
// also meter.

const HOUR_MS = 3_600_000;
/** Reading windows one by one thus stays within the deadline of a read. */
const AT_ONCE = 100;

const OLDER_WINDOWS = {
  name: 'bench_older_windows',
  text: 'SELECT window_start FROM billing_usage_windows WHERE client_id = $1 AND data_env = $2',
};
const ONE_WINDOW = {
  name: 'bench_one_window',
  text: 'SELECT * FROM billing_usage_windows WHERE client_id = $1 AND data_env = $2 AND window_start = $3',
};

const MISTAKES: Readonly<Record<string, () => void>> = {
  /** Each hour queries its own calls, without an index. */
  'scan-for-each-hour': () => {
    const text = CALL_USAGE.text
      .replace('c.client_id =', `c.client_id || '' =`)
      .replaceAll(/c\.started_at_utc (>=|<)/g, `c.started_at_utc + interval '0' $1`);
    Object.assign(CALL_USAGE, { text });
    const whole = Reflect.get<CallUsage, 'hours'>(CallUsage.prototype, 'hours');
    CallUsage.prototype.hours = async function (this: CallUsage, auth: AuthContext, from: Date, to: Date) {
      const hours: Awaited<ReturnType<typeof whole>> = [];
      for (let at = from.getTime(); at < to.getTime(); at += HOUR_MS)
        hours.push(...(await whole.call(this, auth, new Date(at), new Date(at + HOUR_MS))));
      return hours;
    };
  },

  /** Reads all existing windows before it closes any. */
  'older-windows-read': () => {
    const whole = Reflect.get<MeteringService, 'meter'>(MeteringService.prototype, 'meter');
    MeteringService.prototype.meter = async function (this: MeteringService, auth: AuthContext) {
      const metadata = Reflect.get(this, 'metadata') as MetadataStore;
      const windows = await metadata.read(auth, (db) => db.query<{ window_start: Date }>(OLDER_WINDOWS));
      for (let from = 0; from < windows.length; from += AT_ONCE) {
        await metadata.read(auth, async (db) => {
          for (const { window_start: start } of windows.slice(from, from + AT_ONCE))
            await db.query(ONE_WINDOW, [start]);
        });
      }
      return whole.call(this, auth);
    };
  },
};
MISTAKES[process.argv[2] ?? '']?.();

const app = await NestFactory.createApplicationContext(
  AppModule.with(asMemberOf('telephony_jobs', loadSettings(REGISTRY.settings.service))),
  { logger: false, abortOnError: false },
);
const metering = app.get(MeteringService, { strict: false });

answerOrders(async (order) => {
  const { clientId } = order as unknown as { readonly clientId: string };
  const startedAt = performance.now();
  await metering.meter(systemContext({ clientId, dataEnv: 'prod' }, 'worker'));
  return { seconds: (performance.now() - startedAt) / 1000 };
});
