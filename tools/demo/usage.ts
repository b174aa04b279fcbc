import { NestFactory } from '@nestjs/core';
import { AppModule } from '#app/app.module.js';
import { asMemberOf } from '#app/config/settings.js';
import type { Settings } from '#app/config/settings.js';
import type { TenantJob } from '#app/core/work/jobs/tenant-job.js';
import { MeteringJob } from '#app/features/billing/metering/metering.job.js';
import { ReconciliationJob } from '#app/features/billing/reconciliation/reconciliation.job.js';
import { UsageAlertsJob } from '#app/features/billing/usage-alerts/usage-alerts.job.js';
import { startSettings } from './start-settings.ts';

/**
 * In a useful order: hours are counted, compared with the provider's, and checked against
 * thresholds.
 */
const JOBS = [MeteringJob, ReconciliationJob, UsageAlertsJob];

/**
 * Runs the usage jobs of the next minutes now, so that billing shows usage as soon as the platform
 * is up.
 * @param settings of the worker
 */
export async function countUsage(settings: Settings): Promise<void> {
  const ofWorker = asMemberOf('telephony_jobs', startSettings(settings));
  const app = await NestFactory.createApplicationContext(AppModule.with(ofWorker), {
    logger: false,
    abortOnError: false,
  });
  try {
    for (const Job of JOBS) {
      const job = app.get<TenantJob>(Job, { strict: false });
      // In parallel: one tenant waits for the provider while another is counted.
      await Promise.all((await job.plan()).map((tenant) => job.handle(tenant)));
    }
  } finally {
    await app.close();
  }
}
