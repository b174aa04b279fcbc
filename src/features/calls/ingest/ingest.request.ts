import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { PlatformRequest } from '../../../core/http/platform-request.js';
import { unprocessable } from '../../../core/errors/platform-error.js';

/** Longest batch: some two megabytes of ordinary calls, written in one short transaction. */
export const MAX_RECORDS = 1000;

/** One line of an NDJSON body, not parsed yet: one that is no JSON must not cost the batch. */
export class NdjsonLine {
  constructor(readonly text: string) {}
}

/** The records of one request, in the order in which they came; each is JSON of any kind or an NdjsonLine. */
export class IngestBatch {
  private constructor(readonly records: readonly unknown[]) {}

  /**
   * @param body what the parsers made of it: NDJSON stays text, and strict JSON is never text
   * @throws 422 when it is no list of 1 to 1000 records
   */
  static of(body: unknown): IngestBatch {
    const records: unknown = typeof body === 'string' ? linesOf(body) : body;
    if (!Array.isArray(records) || records.length === 0 || records.length > MAX_RECORDS) {
      throw unprocessable({
        loc: ['body'],
        message: `must be a JSON array or NDJSON lines of 1 to ${MAX_RECORDS} call records`,
        type: 'batch_size',
      });
    }
    return new IngestBatch(records);
  }
}

/** Hands a controller method the batch; the validation pipe, which knows only objects, lets it pass. */
export const Batch = createParamDecorator((_: unknown, context: ExecutionContext): IngestBatch =>
  IngestBatch.of(context.switchToHttp().getRequest<PlatformRequest>().body),
);

const linesOf = (text: string): NdjsonLine[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => new NdjsonLine(line));
