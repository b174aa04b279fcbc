import { expect } from 'vitest';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { IngestService } from '../../../src/features/calls/ingest/ingest.service.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { randomCalls } from '../../support/random-calls.js';
import type { PostedCall } from '../../support/random-calls.js';
import type { Item, CallerRequestFixture } from './caller-request-fixture.js';

/** Words that occur only in this person's calls, as text and as bytes. */
export const PERSON = {
  number: '+61491572221',
  name: 'Ottoline Bramblethwaite',
  said: 'my walrus Cornelius sat upon the fax',
  summed: 'Caller mourned the walrus',
};
export const TRACES = ['491572221', 'bramblethwaite', 'walrus', 'cornelius'];

/** The personal fields of a call, which an erasure may change. */
export const personal = (number: string): Record<string, unknown> => ({
  caller_number: number,
  caller_name: PERSON.name,
  contact_id: 'contact-1',
  summary: PERSON.summed,
  transcript: [{ role: 'caller', text: PERSON.said, offset_ms: 0 }],
  redacted_transcript: { status: 'verified', lines: [{ role: 'caller', text: 'my pet sat', offset_ms: 0 }] },
});

/** A stored row of calls with its contents and its index entry. */
export interface StoredCall {
  readonly call_id: string;
  readonly hash: string | null;
  readonly masked: string | null;
  readonly contents: number;
  readonly contact: string | null;
  readonly is_erased: boolean;
  readonly is_held: boolean;
  /** Everything except the fields that an erasure may change. */
  readonly rest: string;
  readonly whole: string;
}

const STORED = `
  SELECT c.call_id, encode(c.caller_hash, 'hex') AS hash, c.caller_masked AS masked, c.contact_id AS contact,
         num_nonnulls(n.caller_number_encrypted, n.caller_name_encrypted, n.transfer_encrypted, n.summary_encrypted,
                      n.transcript_encrypted, n.redacted_transcript_encrypted) AS contents,
         i.erased_at IS NOT NULL AS is_erased, i.legal_hold_since IS NOT NULL AS is_held,
         (to_jsonb(c) - ARRAY['caller_hash', 'caller_masked', 'contact_id', 'redaction_status', 'transcript_available', 'updated_at'])::text AS rest,
         c::text || n::text AS whole
    FROM calls c JOIN call_contents n USING (client_id, data_env, call_id, started_at_utc)
    JOIN call_index i USING (client_id, data_env, call_id, started_at_utc)
   WHERE client_id = $1 AND data_env = $2 ORDER BY call_id`;

/** Calls of a tenant, and the erasure of one caller's calls. */
export class ErasurePlace {
  constructor(
    private readonly test: TestApp,
    readonly desk: CallerRequestFixture,
    readonly projectId: string,
  ) {}

  static async open(test: TestApp, desk: CallerRequestFixture): Promise<ErasurePlace> {
    return new ErasurePlace(test, desk, await test.world.aProject(desk.tenant));
  }

  inStore<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return inStore<R>(this.test, text, values);
  }

  async stored({ clientId, dataEnv }: TestTenant = this.desk.tenant): Promise<Map<string, StoredCall>> {
    const rows = await this.inStore<StoredCall>(STORED, [clientId, dataEnv]);
    return new Map(rows.map((row) => [row.call_id, row]));
  }

  /** Calls of every kind, in which those of the person and of similar numbers are mixed. */
  calls(count: number, random: () => number): PostedCall[] {
    const span = { from: '2026-07-01T00:00:00Z', to: '2026-10-31T00:00:00Z' };
    return randomCalls(count, random, { projectIds: [this.projectId], ...span }).map((call, at) => ({
      ...call,
      ...personal(at % 3 === 0 ? PERSON.number : `+6149157222${at % 10}`),
      ...(at % 7 === 0 && { caller_number: null }),
    }));
  }

  /**
   * As its route takes them in; a worker in this process has taken the place of the service's
   * checks of API keys.
   */
  async takeIn(records: readonly PostedCall[], tenant: TestTenant = this.desk.tenant): Promise<void> {
    for (let at = 0; at < records.length; at += 1000) {
      const batch = records.slice(at, at + 1000);
      const taken = await this.test.app.get(IngestService).ingest(systemContext(tenant, 'test'), batch);
      expect(taken).toMatchObject({ rejected: 0, errors: [] });
    }
  }

  /** A deletion request of the person, after its search. */
  async asked(fields: object = {}): Promise<Item> {
    const made = await this.desk.made({
      request_type: 'deletion',
      caller_identifier: PERSON.number,
      ...fields,
    });
    return eventually(async () => {
      const item = await this.shown(made);
      expect(item.history).toHaveLength(2);
      return item;
    });
  }

  async shown({ id }: Item): Promise<Item & { history: Record<string, unknown>[] }> {
    return (await this.desk.get(`/${id}`).expect(200)).body as Item & { history: Record<string, unknown>[] };
  }

  /** The request after its erasure has ended. */
  over(item: Item): Promise<Item & { history: Record<string, unknown>[] }> {
    return eventually(async () => {
      const shown = await this.shown(item);
      expect(shown['data_found_state']).not.toBe('searching');
      return shown;
    });
  }

  async erased(item: Item): Promise<Item & { history: Record<string, unknown>[] }> {
    return this.over(await this.desk.moved(item, 'in_progress', { erase: true }));
  }
}
