import { Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { CATALOGUE } from '../../../core/errors/catalogue.js';
import { PlatformError, reasonOf } from '../../../core/errors/platform-error.js';
import { MetadataStore } from '../../../core/metadata/metadata-store.js';
import { RateLimiter } from '../../../core/throttling/rate-limiter.js';
import { Clock } from '../../../core/time/clock.js';
import { localIso } from '../../../core/time/wall-clock.policy.js';
import { exportAudit } from './export-audit.policy.js';
import type { ExportEnd } from './export-audit.policy.js';
import { decideExport } from './export-decision.policy.js';
import type { GrantedExport } from './export-decision.policy.js';
import { ExportPlans } from './export-plans.service.js';
import { ExportReader, WallTimeError } from './export-reader.service.js';
import type { ExportPlan } from './export-reader.service.js';
import type { ExportTally } from './export-tally.js';
import { readExportRequest } from './export-request.policy.js';
import type { ExportRequest } from './export-request.policy.js';
import { ExportRuns } from './export-runs.service.js';
import { ExportSink } from './export-sink.js';
import { ReceiverGoneError, untilStopped } from './export-stop.js';
import { Spool, SpoolFullError, sweepSpools } from './spool.js';

/** Contract, "Limits": CSV export. */
export const EXPORT_WINDOWS = { caller: { limit: 3, seconds: 600 }, tenant: { limit: 12, seconds: 600 } };
/** What v2 and v3 may come to before their headers are sent (contract, "Export behaviour" 7). */
const MAX_SPOOL_BYTES = 50 * 1024 * 1024;

/** A file that is complete is sent for as long as the contract advises clients to wait ("Limits"). */
const SEND_MS = 300_000;

/** Thrown when a complete file is not taken in time. */
class ReceiverTooSlowError extends Error {
  override readonly name = 'ReceiverTooSlowError';
}

const EMPTY = {
  code: CATALOGUE.exportEmpty.code,
  message: CATALOGUE.exportEmpty.message,
  messageKey: CATALOGUE.exportEmpty.messageKey,
};

/** Exports calls as CSV (contract, "Call export request body", "Export behaviour"). */
@Injectable()
export class ExportService implements OnApplicationBootstrap {
  private readonly logger = new Logger(ExportService.name);

  constructor(
    private readonly plans: ExportPlans,
    private readonly runs: ExportRuns,
    private readonly limiter: RateLimiter,
    private readonly reader: ExportReader,
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** What a killed process may have left behind. */
  async onApplicationBootstrap(): Promise<void> {
    await sweepSpools().catch((error: unknown) => {
      this.logger.warn({ msg: 'spool folder not swept', reason: reasonOf(error) });
    });
  }

  /**
   * Answers one export through the sink, and audits how it ended, whatever that was. What has begun and cannot be
   * finished is broken off.
   * @throws 422, 400, 403, 404, 409, 413, 429 and 503 as the contract's table of codes has them
   */
  async export(auth: AuthContext, body: Readonly<Record<string, unknown>>, sink: ExportSink): Promise<void> {
    const request = readExportRequest(body);
    let granted: GrantedExport | null = null;
    let tally: ExportTally | null = null;
    let end: ExportEnd;
    try {
      const plan = await this.plan(auth, request);
      granted = plan.granted;
      tally = await this.alone(auth, request, plan, sink);
      end = { code: tally.rows === 0 ? EMPTY.code : 'EXPORTED', outcome: 'success' };
    } catch (error) {
      await this.audit(auth, request, granted, null, endOf(error));
      if (error instanceof ReceiverGoneError || (sink.hasBegun && isOvertime(error))) return sink.break();
      throw asAnswer(error);
    }
    await this.audit(auth, request, granted, tally, end);
    // Only now is the answer whole: what is not audited does not arrive, and a next export finds no mark of this one.
    if (tally.rows === 0) sink.json(EMPTY);
    else sink.end();
  }

  private async plan(auth: AuthContext, request: ExportRequest): Promise<ExportPlan> {
    const decision = decideExport(auth.scope, request);
    if (decision.kind === 'refused') throw decision.error;
    return this.plans.make(auth, request, decision.asked);
  }

  /** One export of a caller at a time, and so many in ten minutes. */
  private async alone(
    auth: AuthContext,
    request: ExportRequest,
    plan: ExportPlan,
    sink: ExportSink,
  ): Promise<ExportTally> {
    const finish = await this.runs.begin(auth);
    if (finish === null) throw new PlatformError(CATALOGUE.exportInProgress);
    try {
      const { headers, retryAfterSeconds } = await this.limiter.take(auth, 'calls.export', EXPORT_WINDOWS);
      sink.headers(headers);
      if (retryAfterSeconds > 0) throw new PlatformError(CATALOGUE.exportThrottled, { retryAfterSeconds });
      await this.metadata.recordAudit(auth, {
        ...exportAudit(request, plan.granted, null, { code: 'STARTED', outcome: 'success' }),
        action: 'call_export_started',
      });
      sink.profile(plan.granted.profile);
      sink.file(filenameOf(plan));
      return isSpooled(plan.granted)
        ? await this.spooled(auth, plan, sink)
        : await this.streamed(auth, plan, sink);
    } finally {
      await finish().catch((error: unknown) => {
        this.logger.warn({ msg: 'export mark stays until its deadline', reason: reasonOf(error) });
      });
    }
  }

  /** Legacy and v1: row by row, as fast as they are taken. */
  private streamed(auth: AuthContext, plan: ExportPlan, sink: ExportSink): Promise<ExportTally> {
    return this.reader.read(auth, plan, (csv) => sink.write(csv), sink.receiver);
  }

  /** v2 and v3: kept until all of it is there. */
  private async spooled(auth: AuthContext, plan: ExportPlan, sink: ExportSink): Promise<ExportTally> {
    const spool = new Spool(MAX_SPOOL_BYTES);
    try {
      const tally = await this.reader.read(auth, plan, (csv) => spool.write(csv), sink.receiver);
      const terms = {
        clock: this.clock,
        limitMs: SEND_MS,
        overtime: () => new ReceiverTooSlowError('The receiver took too long.'),
        receiver: sink.receiver,
      };
      await untilStopped(terms, async (check) => {
        for await (const chunk of spool.read()) {
          check();
          await sink.write(chunk);
        }
      });
      return tally;
    } finally {
      await spool.close();
    }
  }

  private async audit(
    auth: AuthContext,
    request: ExportRequest,
    granted: GrantedExport | null,
    tally: ExportTally | null,
    end: ExportEnd,
  ): Promise<void> {
    await this.metadata.recordAudit(auth, exportAudit(request, granted, tally, end));
  }
}

const isSpooled = ({ profile }: GrantedExport): boolean =>
  profile === 'portal_business_v2' || profile === 'portal_business_v3';

/** `calls-2026-10-01.csv`: the first day of the range in its zone, nothing that tells whose calls these are. */
const filenameOf = ({ scope: { range } }: ExportPlan): string =>
  `calls-${localIso(range.from.getTime(), range.timezone).slice(0, 10)}.csv`;

const isOvertime = (error: unknown): boolean =>
  error instanceof WallTimeError || error instanceof ReceiverTooSlowError;

const isDenial = (error: PlatformError): boolean => error.entry.code === CATALOGUE.exportDenied.code;

function endOf(error: unknown): ExportEnd {
  const answer = asAnswer(error);
  const code = answer instanceof PlatformError ? answer.entry.code : 'internal_error';
  if (answer instanceof PlatformError && isDenial(answer)) return { code, outcome: 'denied' };
  return { code, outcome: 'failed', failureReason: reasonFor(error, code) };
}

function reasonFor(error: unknown, code: string): string {
  if (error instanceof WallTimeError) return 'wall_time_exceeded';
  if (error instanceof SpoolFullError) return 'spool_full';
  if (error instanceof ReceiverGoneError) return 'client_disconnected';
  if (error instanceof ReceiverTooSlowError) return 'client_too_slow';
  return code.toLowerCase();
}

const asAnswer = (error: unknown): unknown =>
  error instanceof WallTimeError || error instanceof SpoolFullError
    ? new PlatformError(CATALOGUE.exportTooLarge)
    : error;
