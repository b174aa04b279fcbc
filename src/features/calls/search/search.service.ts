import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { mapCooperatively } from '../../../core/shared/cooperative.js';
import { readNumberWithin, readPhoneNumber } from '../../../core/shared/phone-numbers/phone-number.policy.js';
import { countryOfZone } from '../../../core/shared/phone-numbers/zone-country.policy.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import { transcriptsFrom, type PiiRules } from '../../../core/privacy/pii/pii-rules.policy.js';
import { ProjectVisibility, type VisibleProjects } from '../../../core/tenancy/project-visibility.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { Clock } from '../../../core/time/clock.js';
import { CallContents } from '../contents/call-contents.service.js';
import type { SealedRow } from '../contents/contents-opener.js';
import type { CallFilter } from '../filter/call-filter.js';
import { CallFilters } from '../filter/call-filters.service.js';
import { toCallRow, type CallRowRecord } from '../../call-records/rules/call-row.js';
import type { CallRowResponse } from '../../call-records/rules/call-row.response.js';
import { CALL_ID } from '../../call-records/rules/call-vocabulary.js';
import { opensDetail } from '../../call-records/rules/detail-access.policy.js';
import { CALLS_BY_ID_OR_CALLER, CONTENTS_TO_SEARCH, newestCallsQuery } from './search.queries.js';
import type { CallSearchRequest } from './search.request.js';
import type { FoundCallsResponse, NumberSearch } from './search.response.js';
import { wordHit } from './word-hits.policy.js';
import { searchedWords } from './word-match.policy.js';

/** A selection; the call list shows the rest. */
const MOST_SHOWN = 5;
// Opening these takes about 40 ms of processor time.
const MOST_CALLS = 300;
const MOST_BYTES = 4 * 1024 * 1024;

// The fewest digits of a number; shorter texts need no lookup of the client's countries.
const FEWEST_DIGITS = 5;
const hasDigits = (text: string): boolean => text.replace(/\P{Nd}/gu, '').length >= FEWEST_DIGITS;

interface SearchedContents extends SealedRow {
  readonly is_read: boolean;
}

type Found = readonly CallRowRecord[];

/** Finds calls of one client (calls section 16). */
@Injectable()
export class CallSearchService {
  constructor(
    private readonly filters: CallFilters,
    private readonly permissions: PiiPermissions,
    private readonly stores: TenantStores,
    private readonly contents: CallContents,
    private readonly projects: ProjectVisibility,
    private readonly clock: Clock,
  ) {}

  /** @throws 400 for an invalid date or zone, 503 when a store does not answer */
  async find(auth: AuthContext, request: CallSearchRequest): Promise<FoundCallsResponse> {
    const { q, client_id: _, words: asksForWords, ...range } = request;
    const words = asksForWords === 'true' ? searchedWords(q) : [];
    const filter = await this.filters.resolve(auth, range);
    const [{ calls, number }, hits] = await Promise.all([
      this.byIdOrNumber(auth, q.trim(), filter),
      words.length === 0 ? null : this.byWords(auth, words, filter),
    ]);
    const shown = hits?.items.slice(0, MOST_SHOWN) ?? [];
    const rowOf = await this.rows(auth, [...calls, ...shown.map(({ call }) => call)]);
    return {
      items: calls.map(rowOf),
      number,
      words: hits && {
        items: shown.map(({ call, ...hit }) => ({ call: rowOf(call), ...hit })),
        found: hits.items.length,
        searched: hits.searched,
        complete: hits.complete,
      },
    };
  }

  /** The matching key compares numbers, so every notation of a number matches (requests 10.5). */
  private async byIdOrNumber(
    auth: AuthContext,
    q: string,
    { projects }: CallFilter,
  ): Promise<{ calls: Found; number: NumberSearch }> {
    const callId = CALL_ID.test(q) ? q : null;
    const numbers = await this.numbersOf(auth, q, projects);
    const asked = await Promise.all(numbers.map((it) => this.filters.conditions(auth, { caller: it })));
    const hashes = asked.flatMap(({ caller }) => (caller?.kind === 'number' ? [caller.hash] : []));
    const number = hashes.length > 0 ? 'searched' : numbers.length > 0 ? 'not_permitted' : 'no_number';
    if (callId === null && hashes.length === 0) return { calls: [], number };
    const calls = await this.stores.read<CallRowRecord>(auth, {
      ...CALLS_BY_ID_OR_CALLER,
      values: [callId, hashes, projects === 'all' ? null : projects, MOST_SHOWN],
    });
    // In addition to the call with this id: in several countries, these digits may be a number.
    return { calls: calls.slice(0, MOST_SHOWN + (callId === null ? 0 : 1)), number };
  }

  /**
   * The numbers that a text may mean: without a country code, one for each country of the client.
   */
  private async numbersOf(
    auth: AuthContext,
    q: string,
    projects: VisibleProjects,
  ): Promise<readonly string[]> {
    const whole = readPhoneNumber(q);
    if (whole !== null || !hasDigits(q)) return whole === null ? [] : [whole];
    const countries = (await this.projects.zones(auth, projects)).map(countryOfZone);
    const numbers = countries.map((it) => it && readNumberWithin(q, it));
    return [...new Set(numbers.filter((it) => it !== null))];
  }

  /** Opens the parts of the newest calls that the reader may see, and stores none of them. */
  private async byWords(auth: AuthContext, words: readonly string[], filter: CallFilter) {
    const rules = await this.permissions.rules(auth);
    const { calls, contents } = await this.stores.read(
      auth,
      async (db) => {
        const found = await db.query<CallRowRecord>(newestCallsQuery(filter, MOST_CALLS + 1));
        const read = contentsOf(found.slice(0, MOST_CALLS), rules);
        return { calls: found, contents: await db.query<SearchedContents>(CONTENTS_TO_SEARCH, read) };
      },
      { isLong: true },
    );
    const byId = new Map(calls.map((call) => [call.call_id, call]));
    const opener = this.contents.opener(auth);
    const read = contents.filter((it) => it.is_read);
    for (const row of read) await opener.keysOf(row);
    const hits = await mapCooperatively(read, (row) => {
      const call = byId.get(row.call_id)!;
      const hit = wordHit(opener.open(row), rules.of(call.project_id).summary, words);
      return hit && { call, ...hit };
    });
    return {
      items: hits.filter((it) => it !== null),
      searched: read.length,
      complete: read.length === calls.length,
    };
  }

  private async rows(auth: AuthContext, calls: Found): Promise<(call: CallRowRecord) => CallRowResponse> {
    const projects = await this.projects.listed(auth, [...new Set(calls.map((it) => it.project_id))]);
    const [detailAvailable, now] = [opensDetail(auth), this.clock.now()];
    return (call) => {
      const project = projects.get(call.project_id);
      const keepsTranscript =
        project !== undefined && new Date(call.started_at_utc) >= transcriptsFrom(project.retentionDays, now);
      return toCallRow(call, { projectName: project?.displayName ?? null, keepsTranscript, detailAvailable });
    };
  }
}

/**
 * The values of CONTENTS_TO_SEARCH: content that may not be shown is not read (privacy 3.4, 5.1).
 */
function contentsOf(calls: Found, rules: PiiRules): readonly unknown[] {
  const ruled = calls.map((call) => ({ call, rule: rules.of(call.project_id) }));
  return [
    calls.map((it) => it.call_id),
    calls.map((it) => it.started_at_utc),
    ruled.map(({ rule }) => rule.summary !== 'none'),
    ruled.map(({ call, rule }) => new Date(call.started_at_utc) >= rule.transcriptsFrom),
    MOST_BYTES,
  ];
}
