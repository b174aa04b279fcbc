import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { RateLimiter } from '../../../core/rate-limit/rate-limiter.js';
import { accountableId, type AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { Notices } from '../../email-routing/lookup/notices.service.js';
import { ReportNotice } from '../lookup/report-notice.js';
import { REPORT_ACTIONS } from '../report-schedules.audit.js';
import { ReportPreviews } from './previews.service.js';
import { holdSchedule } from './schedule-rows.js';
import type { ReportSampleResponse } from './schedules.response.js';
import { ReportSchedulesService } from './schedules.service.js';

/** The contract's limits: per actor and client; and per client, frequency and recipients. */
const SAMPLES = { caller: { limit: 5, seconds: 600 }, destination: { limit: 3, seconds: 900 } };

/** Sends samples of schedules, which are not deliveries (report-schedules 4.5). */
@Injectable()
export class ReportSamples {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly schedules: ReportSchedulesService,
    private readonly previews: ReportPreviews,
    private readonly notices: Notices,
    private readonly notice: ReportNotice,
    private readonly limiter: RateLimiter,
  ) {}

  /** @throws 404, 409 without a recipient or an owner, 429 */
  async sample(
    auth: AuthContext,
    scheduleId: string,
    reservation: Reservation | null,
  ): Promise<ReportSampleResponse> {
    const { facts } = await this.previews.readAsOwner(auth, await this.schedules.show(auth, scheduleId));
    return this.metadata.transaction(auth, async (tx) => {
      const { frequency, recipients } = await holdSchedule(tx, auth, scheduleId);
      await this.takeTurn(tx, auth, [frequency, ...recipients.toSorted()]);
      const { from, until } = facts.period;
      const told = await this.notices.tell(tx, {
        tenant: auth,
        kind: this.notice,
        subject: randomUUID(),
        period: from,
        facts: { ...facts, schedule_id: scheduleId, is_sample: true },
        addressIds: recipients,
      });
      if (told === 0) throw new PlatformError(CATALOGUE.conflict, { message: NO_RECIPIENT });
      await tx.auditDone(REPORT_ACTIONS.sampled, { schedule_id: scheduleId, recipients: told });
      return tx.complete(reservation, {
        schedule_id: scheduleId,
        period_from: from,
        period_until: until,
        recipients: told,
      });
    });
  }

  /** @throws 429 */
  private async takeTurn(tx: UnitOfWork, auth: AuthContext, receivers: readonly string[]): Promise<void> {
    const subjects = {
      caller: [auth.clientId, accountableId(auth)],
      destination: [auth.clientId, ...receivers],
    };
    const state = await this.limiter.takeWith(tx, subjects, 'report-schedules.sample', SAMPLES);
    if (state.retryAfterSeconds === 0) return;
    throw new PlatformError(CATALOGUE.rateLimited, {
      message: state.fullWindows.includes('destination') ? TOO_OFTEN_THERE : TOO_OFTEN,
      retryAfterSeconds: state.retryAfterSeconds,
    });
  }
}

const NO_RECIPIENT = 'No recipient of the schedule is verified. Choose a verified address.';
const TOO_OFTEN = 'You may send 5 samples for a client in 10 minutes. Retry after the time in Retry-After.';
const TOO_OFTEN_THERE =
  'These recipients can get 3 samples per frequency in 15 minutes. Retry after the time in Retry-After.';
