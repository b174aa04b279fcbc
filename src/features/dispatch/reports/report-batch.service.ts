import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { Cooperative } from '../../../core/shared/cooperative.js';
import {
  messageOf,
  PlatformError,
  unprocessable,
  validationFailed,
  type FieldError,
} from '../../../core/shared/platform-error.js';
import { surrogateFault } from '../../../core/http/text.policy.js';
import { pathText } from '../../../core/shared/json/json-path.js';
import { RequestValidationPipe } from '../../../core/server/validation.pipe.js';
import type { ReportResult } from './note-reports.js';
import { BatchedReport, type ReportsRequest } from './report.request.js';
import type { ReportOutcome, ReportsResponse } from '../rules/report.response.js';
import { DispatchReports } from './report.service.js';

const VALIDATION = new RequestValidationPipe();

const NO_OBJECT = { loc: ['body'], message: 'must be a JSON object', type: 'object_type' } as const;

/** Accepts many reports at once; a refused one does not affect the others (dispatch 3.6). */
@Injectable()
export class ReportBatches {
  constructor(private readonly reports: DispatchReports) {}

  /** @throws 503; some of them may then have been stored, so repeat all of them */
  async report(auth: AuthContext, { reports: sent }: ReportsRequest): Promise<ReportsResponse> {
    const read = await readAll(sent);
    const sound = read.filter((it): it is BatchedReport => !(it instanceof PlatformError));
    const taken = await this.reports.reportAll(
      auth,
      sound.map(({ dispatch_id: dispatchId, ...report }) => ({ ...report, dispatchId })),
    );
    let next = 0;
    const results = read.map((it) => (it instanceof PlatformError ? it : taken[next++]!));
    return { results: results.map(outcomeOf) };
  }
}

/** Yields to requests, which take precedence: 200 reports take milliseconds. */
async function readAll(sent: readonly unknown[]): Promise<(BatchedReport | PlatformError)[]> {
  const slices = new Cooperative();
  const read: (BatchedReport | PlatformError)[] = [];
  for (const one of sent) {
    const pause = slices.yieldToEventLoop();
    if (pause) await pause;
    read.push(await readReport(one));
  }
  return read;
}

async function readReport(sent: unknown): Promise<BatchedReport | PlatformError> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return unprocessable(NO_OBJECT);
  const fault = surrogateFault(sent);
  if (fault) return validationFailed(fault);
  try {
    return await VALIDATION.read(BatchedReport, sent);
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}

function outcomeOf(result: ReportResult, index: number): ReportOutcome {
  if (!(result instanceof PlatformError)) return { report: result, error: null };
  const { status, code } = result.entry;
  const fields = result.fields.map((it) => ({ ...it, loc: ['body', 'reports', index, ...it.loc.slice(1)] }));
  const { message = result.message } = messageOf(fields);
  return { report: null, error: { status, code, message, field_errors: fields.map(listed) } };
}

const listed = ({ loc, message, type }: FieldError) => ({
  field: pathText(loc.slice(1)),
  message,
  code: type,
});
