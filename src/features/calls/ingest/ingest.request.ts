import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError, unprocessable, validationFailed } from '../../../core/shared/platform-error.js';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { utf8Fault } from '../../../core/http/text.policy.js';
import { NotAnArrayError, splitArray, splitLines } from '../../../core/shared/json/json-splitter.js';

/** Longest batch: some two megabytes of ordinary calls, written in one short transaction. */
export const MAX_RECORDS = 1000;

/** One record as received, unparsed: invalid JSON in one must not affect the batch. */
export class RecordText {
  constructor(readonly bytes: Buffer) {}
}

/** The body of one request: a JSON array or NDJSON lines. */
export class IngestBatch {
  constructor(
    private readonly body: unknown,
    private readonly isLines: boolean,
  ) {}

  /**
   * The records, in the order received.
   * @throws 400 if the body is not JSON or, as an array, not UTF-8; 422 if it is not a list of 1 to
   *   1000 records
   */
  async records(): Promise<RecordText[]> {
    const records = Buffer.isBuffer(this.body) ? await this.split(this.body) : [];
    if (records.length === 0 || records.length > MAX_RECORDS) {
      throw unprocessable({
        loc: ['body'],
        message: `must be a JSON array or NDJSON lines of 1 to ${MAX_RECORDS} call records`,
        type: 'batch_size',
      });
    }
    return records.map((bytes) => new RecordText(bytes));
  }

  private async split(body: Buffer): Promise<Buffer[]> {
    if (this.isLines) return splitLines(body, MAX_RECORDS);
    // A broken byte may have been a quotation mark, so the array does not show which record it
    // belongs to.
    const fault = utf8Fault(body, ['body']);
    if (fault) throw validationFailed(fault);
    try {
      return await splitArray(body, MAX_RECORDS);
    } catch (error) {
      if (!(error instanceof NotAnArrayError)) throw error;
      // A single object is JSON of the wrong kind; anything else that is not an array counts as
      // invalid JSON.
      if (isSmallJson(body)) return [];
      throw new PlatformError(CATALOGUE.invalidJson);
    }
  }
}

// Tells the sender which of the two mistakes was made, if that is cheap to find out.
const SMALL_BYTES = 64 * 1024;

function isSmallJson(body: Buffer): boolean {
  if (body.length > SMALL_BYTES) return false;
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/** Passes the batch to a controller method; the validation pipe handles only objects. */
export const Batch = createParamDecorator((_: unknown, context: ExecutionContext): IngestBatch => {
  const request = context.switchToHttp().getRequest<PlatformRequest>();
  return new IngestBatch(request.body, Boolean(request.is('application/x-ndjson')));
});
