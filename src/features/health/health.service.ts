import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { PepperCheck } from '../../core/auth/api-keys/pepper-check.js';
import { reasonOf } from '../../core/shared/platform-error.js';
import { MetadataHealth } from '../../core/database/metadata/metadata-health.js';
import { ShutdownState } from '../../core/observability/shutdown-state.js';
import { KeyHealth } from '../../core/privacy/keys/key-health.js';
import { Clock } from '../../core/time/clock.js';
import { BillingReadiness } from '../billing/readiness/billing-readiness.js';
import type {
  BillingHealth,
  DatabaseHealth,
  HealthResponse,
  ReportsRuntimeHealth,
} from './health.response.js';

// Load balancers ask every few seconds; wrapping a probe with a remote key service that often is
// not free.
const SECURITY_CHECK_MS = 30_000;
// A failed key service is checked sooner, so that a process is not excluded longer than needed.
const SECURITY_RETRY_MS = 2_000;

/** Answers whether this process can do its work (operations section 1). */
@Injectable()
export class HealthService {
  private readonly logger = new Logger(HealthService.name);
  private security: { ok: boolean; until: number } | undefined;
  private checking: Promise<HealthResponse> | null = null;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly keys: KeyHealth,
    private readonly metadata: MetadataHealth,
    private readonly clock: Clock,
    private readonly readiness: BillingReadiness,
    private readonly departure: ShutdownState,
    private readonly pepper: PepperCheck,
  ) {}

  /** Concurrent requests share one check: the route is public, and a flood must cost one check. */
  check(): Promise<HealthResponse> {
    this.checking ??= this.checkOnce().finally(() => (this.checking = null));
    return this.checking;
  }

  /**
   * Healthy when the metadata store takes writes and keys can be unwrapped, and the process is not
   * about to stop; billing and reports do not affect it.
   */
  private async checkOnce(): Promise<HealthResponse> {
    const [database, keysUsable] = await Promise.all([this.checkDatabase(), this.checkSecurity()]);
    const reports = database.status === 'connected' ? await this.checkReports() : UNKNOWN_REPORTS;
    const canWork = database.status === 'connected' && database.db_writable === true && keysUsable;
    const isHealthy = canWork && !this.departure.isNear;
    return {
      status: isHealthy ? 'healthy' : 'unhealthy',
      version: this.settings.version,
      database,
      billing: this.billing(),
      reports_runtime: reports,
    };
  }

  private billing(): BillingHealth {
    const { status, code, message, checkedAt } = this.readiness.now();
    return { status, code, message, checked_at_utc: checkedAt.toISOString() };
  }

  private async checkDatabase(): Promise<DatabaseHealth> {
    try {
      return { status: 'connected', db_writable: await this.metadata.isWritable() };
    } catch {
      return { status: 'error', message: 'The metadata store does not answer.' };
    }
  }

  private async checkReports(): Promise<ReportsRuntimeHealth> {
    try {
      const { report_schedules: schedules, report_deliveries: deliveries } = await this.metadata.tablesExist([
        'report_schedules',
        'report_deliveries',
      ] as const);
      const status = schedules && deliveries ? 'connected' : 'degraded';
      return { status, schedules_table: schedules, deliveries_table: deliveries };
    } catch {
      return UNKNOWN_REPORTS;
    }
  }

  private async checkSecurity(): Promise<boolean> {
    const now = this.clock.now().getTime();
    if (this.security && this.security.until > now) return this.security.ok;
    const ok = await Promise.all([this.keys.check(), this.pepper.check()]).then(
      () => true,
      (error: unknown) => {
        this.logger.warn({ msg: 'keys cannot be used', reason: reasonOf(error) });
        return false;
      },
    );
    this.security = { ok, until: now + (ok ? SECURITY_CHECK_MS : SECURITY_RETRY_MS) };
    return ok;
  }
}

const UNKNOWN_REPORTS: ReportsRuntimeHealth = {
  status: 'error',
  schedules_table: false,
  deliveries_table: false,
  message: 'The metadata store does not answer.',
};
