import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { OneOf } from '../../../core/http/known-value.js';
import type { PlatformRequest } from '../../../core/kernel/platform-request.js';
import type { SubmittedRow } from './contact-row.policy.js';
import { readCsvRows } from './csv-rows.js';
import { readJsonRows } from './json-rows.js';

/** Query of both imports. */
export class ImportQuery extends ClientChoice {
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description:
      'With true nothing is stored; the answer says what would come of it. The key is not used up.',
  })
  @IsOptional()
  @OneOf(['true', 'false'], 'must be true or false')
  @IsString()
  dry_run?: 'true' | 'false';
}

/** What a JSON import says of itself. */
export interface ImportSource {
  readonly source_id: string;
  readonly batch_id: string;
}

/** An import as it was sent, read. */
interface SubmittedImport {
  /** Null of CSV, which has none. */
  readonly source: ImportSource | null;
  /** Columns that each row has a value in. */
  readonly required: readonly string[];
  readonly rows: readonly SubmittedRow[];
}

/** The body of an import, which is read once it is known what its campaign allows. */
export abstract class ImportBody {
  /** @throws 400, 422 as the format has it, before any row is judged */
  abstract read(allowedKeys: readonly string[]): Promise<SubmittedImport>;
}

class CsvBody extends ImportBody {
  constructor(private readonly bytes: Buffer) {
    super();
  }

  async read(allowedKeys: readonly string[]): Promise<SubmittedImport> {
    return { source: null, required: ['to_number'], rows: await readCsvRows(this.bytes, allowedKeys) };
  }
}

class JsonBody extends ImportBody {
  constructor(private readonly bytes: Buffer) {
    super();
  }

  async read(allowedKeys: readonly string[]): Promise<SubmittedImport> {
    const { sourceId, batchId, rows } = await readJsonRows(this.bytes, allowedKeys);
    const source = { source_id: sourceId, batch_id: batchId };
    return { source, required: ['to_number', 'external_contact_id'], rows };
  }
}

const bytesOf = (context: ExecutionContext): Buffer => {
  const body: unknown = context.switchToHttp().getRequest<PlatformRequest>().body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
};

/** Hands a controller method the body; the validation pipe, which knows only objects, lets it pass. */
export const CsvImportBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): ImportBody => new CsvBody(bytesOf(context)),
);
export const JsonImportBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): ImportBody => new JsonBody(bytesOf(context)),
);
