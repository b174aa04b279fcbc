import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import { bodyBytes } from '../contact-rows/body-bytes.js';
import { readCsvRows } from '../contact-rows/csv-rows.js';
import type { SubmittedRow } from '../contact-rows/submitted-row.js';
import { contactColumns } from '../contact-rows/import-columns.policy.js';
import { readJsonRows } from './json-rows.js';

/** The names by which a JSON import identifies itself. */
export interface ImportSource {
  readonly source_id: string;
  readonly batch_id: string;
}

/** A parsed import. */
interface SubmittedImport {
  /** Null for CSV, which has no source. */
  readonly source: ImportSource | null;
  /** Columns that need a value in every row. */
  readonly required: readonly string[];
  readonly rows: readonly SubmittedRow[];
}

/** The body of an import, read once the keys that its campaign allows are known. */
export abstract class ImportBody {
  /**
   * @param allowedKeys of the campaign's personalization; null without such a campaign
   * @throws 400, 422 for its format, before any row is judged
   */
  abstract read(allowedKeys: readonly string[] | null): Promise<SubmittedImport>;
}

class CsvBody extends ImportBody {
  constructor(private readonly bytes: Buffer) {
    super();
  }

  async read(allowedKeys: readonly string[] | null): Promise<SubmittedImport> {
    const rows = await readCsvRows(this.bytes, contactColumns(allowedKeys));
    return { source: null, required: ['to_number'], rows };
  }
}

class JsonBody extends ImportBody {
  constructor(private readonly bytes: Buffer) {
    super();
  }

  async read(allowedKeys: readonly string[] | null): Promise<SubmittedImport> {
    const { sourceId, batchId, rows } = await readJsonRows(this.bytes, allowedKeys);
    const source = { source_id: sourceId, batch_id: batchId };
    return { source, required: ['to_number', 'external_contact_id'], rows };
  }
}

/** Passes the body to a controller method; the validation pipe handles only objects. */
export const CsvImportBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): ImportBody => new CsvBody(bodyBytes(context)),
);
export const JsonImportBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): ImportBody => new JsonBody(bodyBytes(context)),
);
