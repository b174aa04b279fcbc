import { Injectable } from '@nestjs/common';
import { success } from '../../../core/shared/audit-event.js';
import { csvHeader, csvRow } from '../../../core/http/csv/csv-cells.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import type { StoreReader } from '../../../core/database/unit-of-work/unit-of-work.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { Clock } from '../../../core/time/clock.js';
import { CALLER_REQUEST_ACTIONS } from '../caller-requests.audit.js';
import { listConditions } from '../filter/list-conditions.policy.js';
import { listQuery } from '../filter/listing.queries.js';
import type { CallerRequestFilter } from '../filter/list-filter.request.js';
import { itemOf, type CallerRequestRow } from '../rules/caller-request-item.js';
import { placeOf } from '../rules/place-of-request.js';
import { cellsOf, COLUMNS } from './columns.policy.js';

/** As many rows as an export of calls; a file of that many requests has 3 MB. */
const MAX_ROWS = 10_000;
/** Rows that are written without letting other requests run: about 5 ms of work. */
const BATCH = 500;

/** The list of requests as a file (caller-requests 7.6). */
@Injectable()
export class CallerRequestCsvService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param bom whether the file begins with a byte order mark
   * @throws 404 for an unknown project, 413 for more rows than a file may have
   */
  async file(auth: AuthContext, filter: CallerRequestFilter, bom: boolean): Promise<string> {
    const now = this.clock.now();
    const toItem = itemOf({ auth, accessMode: 'read', now });
    const rows: string[] = [];
    await this.metadata.read(auth, async (db) => {
      if (filter.project_id !== undefined) await placeOf(db, filter.project_id);
      for await (const batch of batches(db, filter, now)) {
        if (rows.length + batch.length > MAX_ROWS) throw tooMany();
        rows.push(...batch.map((row) => csvRow(cellsOf(toItem(row)), 'single_line')));
      }
    });
    await this.metadata.recordAudit(auth, success(CALLER_REQUEST_ACTIONS.exported, { rows: rows.length }));
    return csvHeader(COLUMNS, bom) + rows.join('');
  }
}

async function* batches(
  db: StoreReader,
  filter: CallerRequestFilter,
  now: Date,
): AsyncGenerator<CallerRequestRow[]> {
  let last: CallerRequestRow | undefined;
  for (;;) {
    const after =
      last === undefined ? null : { receivedAt: new Date(last.received), requestId: last.request_id };
    const query = listQuery(listConditions(filter, now), after, BATCH);
    const rows = await db.query<CallerRequestRow>(query, query.values);
    yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1);
  }
}

const tooMany = (): PlatformError =>
  new PlatformError(CATALOGUE.contentTooLarge, {
    message: `There are more than ${MAX_ROWS} requests. Filter by status, due_state, type or project.`,
  });
