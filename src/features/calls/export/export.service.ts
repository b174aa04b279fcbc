import { Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { reasonOf } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { ReleaseSlot } from '../../../core/shared/keyed-limiter.js';
import { Clock } from '../../../core/time/clock.js';
import { isGoverned } from './columns.policy.js';
import { ExportAdmission } from './runs/export-admission.service.js';
import { exportAudit, type ExportEnd } from './governance/export-audit.policy.js';
import { asAnswer, endOf, isOvertime, ReceiverTooSlowError } from './runs/export-end.js';
import type { GrantedExport } from './governance/export-decision.policy.js';
import { ExportPlans } from './export-plans.service.js';
import { exportFileName } from './file-name.policy.js';
import { MAX_FILE_BYTES, WALL_MS } from './runs/export-limits.js';
import { ExportReader } from './export-reader.service.js';
import type { ExportPlan } from './governance/export-plan.js';
import type { ExportTally } from './governance/export-tally.js';
import type { ExportRequest } from './export-request.policy.js';
import { ExportSink } from './runs/export-sink.js';
import { ReceiverGoneError, untilStopped, WallTimeError } from './runs/export-stop.js';
import { Spool, sweepSpools } from './runs/spool.js';
import { EXPORT_ERRORS } from '../calls.errors.js';
import { CALL_ACTIONS } from '../calls.audit.js';

/** The time to send a complete file: as long as clients are advised to wait (calls-export 7.8). */
const SEND_MS = 300_000;

/** A granted export, which holds its caller's lease. */
interface BegunExport {
  readonly plan: ExportPlan;
  readonly releaseLease: () => Promise<void>;
}

const EMPTY = {
  code: EXPORT_ERRORS.empty.code,
  message: EXPORT_ERRORS.empty.message,
  messageKey: EXPORT_ERRORS.empty.messageKey,
};

/** Exports calls as CSV (page calls-export of docs/contract). */
@Injectable()
export class ExportService implements OnApplicationBootstrap {
  private readonly logger = new Logger(ExportService.name);

  constructor(
    private readonly plans: ExportPlans,
    private readonly admission: ExportAdmission,
    private readonly reader: ExportReader,
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /** Removes files that a killed process left. */
  async onApplicationBootstrap(): Promise<void> {
    await sweepSpools().catch((error: unknown) => {
      this.logger.warn({ msg: 'spool folder not cleaned up', reason: reasonOf(error) });
    });
  }

  /**
   * Sends one export through the sink, and audits its outcome unless the body cannot be read. If
   * the export fails after the response has begun, the connection is aborted.
   * @throws 422, 400, 403, 404, 409, 413 and 503 in the order of calls-export 3.1
   */
  async export(auth: AuthContext, body: Readonly<Record<string, unknown>>, sink: ExportSink): Promise<void> {
    const request = this.plans.read(auth, body);
    try {
      const begun = await this.admission.inTurnOfTenant(auth, () => this.begin(auth, request, sink));
      const tally = await this.run(auth, request, begun, sink);
      const code = tally.rows === 0 ? EMPTY.code : 'EXPORTED';
      await this.audit(auth, request, begun.plan.granted, tally, { code, outcome: 'success' });
      // The response completes only now, so that every export is audited first and the lease is
      // already free for the next one.
      if (tally.rows === 0) sink.json(EMPTY);
      else sink.end();
    } catch (error) {
      if (error instanceof ReceiverGoneError || (sink.hasBegun && isOvertime(error))) return sink.break();
      throw asAnswer(error);
    }
  }

  /** Decides what may be exported and marks it as running; audits a refusal. */
  private async begin(auth: AuthContext, request: ExportRequest, sink: ExportSink): Promise<BegunExport> {
    let granted: GrantedExport | null = null;
    try {
      sink.receiver.throwIfAborted();
      const plan = await this.plans.make(auth, request);
      granted = plan.granted;
      return { plan, releaseLease: await this.admission.lease(auth) };
    } catch (error) {
      await this.audit(auth, request, granted, null, endOf(error));
      throw error;
    }
  }

  private async run(
    auth: AuthContext,
    request: ExportRequest,
    { plan, releaseLease }: BegunExport,
    sink: ExportSink,
  ): Promise<ExportTally> {
    try {
      try {
        return await this.write(auth, request, plan, sink);
      } finally {
        await releaseLease();
      }
    } catch (error) {
      await this.audit(auth, request, plan.granted, null, endOf(error));
      throw error;
    }
  }

  private async write(
    auth: AuthContext,
    request: ExportRequest,
    plan: ExportPlan,
    sink: ExportSink,
  ): Promise<ExportTally> {
    const releaseSlot = await this.admission.enter(auth, sink.receiver);
    try {
      const started: ExportEnd = { code: 'STARTED', outcome: 'success' };
      await this.metadata.recordAudit(
        auth,
        exportAudit(request, plan.granted, null, started, CALL_ACTIONS.exportStarted),
      );
      sink.profile(plan.granted.profile);
      sink.file(exportFileName(auth.clientId, plan.granted.projectId, plan.filter.range));
      return isGoverned(plan.granted.profile)
        ? await this.spooled(auth, plan, releaseSlot, sink)
        : await this.streamed(auth, plan, releaseSlot, sink);
    } finally {
      releaseSlot();
    }
  }

  /**
   * Legacy and v1: sends rows while it reads them. A spool buffers the rows that a slow receiver
   * has not accepted yet, so the store is read at full speed; the wall time covers reading and
   * sending.
   */
  private async streamed(
    auth: AuthContext,
    plan: ExportPlan,
    releaseSlot: ReleaseSlot,
    sink: ExportSink,
  ): Promise<ExportTally> {
    const spool = new Spool(MAX_FILE_BYTES);
    const write = (csv: Buffer): Promise<void> => spool.pass(csv);
    try {
      const [tally] = await Promise.all([
        this.reader
          .read(auth, plan, { releaseSlot, write, receiver: sink.receiver })
          .finally(() => spool.finish()),
        this.send(spool, sink, WALL_MS, () => new WallTimeError('The export took too long.')),
      ]);
      return tally;
    } finally {
      await spool.close();
    }
  }

  /** v2 and v3: the file is sent only once it is complete. */
  private async spooled(
    auth: AuthContext,
    plan: ExportPlan,
    releaseSlot: ReleaseSlot,
    sink: ExportSink,
  ): Promise<ExportTally> {
    const spool = new Spool(MAX_FILE_BYTES);
    const write = (csv: Buffer): Promise<void> => spool.write(csv);
    try {
      const tally = await this.reader.read(auth, plan, { releaseSlot, write, receiver: sink.receiver });
      spool.finish();
      await this.send(spool, sink, SEND_MS, () => new ReceiverTooSlowError('The receiver took too long.'));
      return tally;
    } finally {
      await spool.close();
    }
  }

  private send(spool: Spool, sink: ExportSink, limitMs: number, overtime: () => Error): Promise<void> {
    return untilStopped({ clock: this.clock, limitMs, overtime, receiver: sink.receiver }, async (check) => {
      for await (const chunk of spool.read()) {
        check();
        await sink.write(chunk);
      }
    });
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
