import { AuditRelay } from '../../../src/core/relays/audit-relay.js';
import { systemContext } from '../../../src/core/shared/auth-context.js';
import { TenantEffects } from '../../../src/core/idempotency/tenant-effects.js';
import { startTestApp } from '../app.js';
import type { TestApp } from '../app.js';
import type { TestTenant } from '../builders.js';
import { withClient } from '../databases.js';
import { TestClock } from '../test-clock.js';
import { tallies } from './tallies.feature.js';
import { TALLY_TABLE } from './tally.entity.js';

const STORE = 'store-a';

/** An application with the tallies' routes, and a tenant whose key calls them. */
export class TallyPlace {
  readonly clock = new TestClock(new Date('2026-11-02T03:00:00.000Z'));
  test!: TestApp;
  tenant!: TestTenant;
  key!: string;

  async open(): Promise<void> {
    this.test = await startTestApp({ clock: this.clock, features: [tallies] });
    for (const url of this.test.databases.superuser.storeUrls.values()) {
      await withClient(url, (client) => client.query(TALLY_TABLE));
    }
  }

  close(): Promise<void> {
    return this.test.close();
  }

  async newTenant(): Promise<void> {
    this.tenant = await this.test.world.aTenant();
    this.key = await this.test.world.aKey(this.tenant, 'full-access');
  }

  /** Another process on the same stores. */
  another(settings: (own: TestApp['settings']) => TestApp['settings'] = (own) => own): Promise<TestApp> {
    const { databases, settings: own } = this.test;
    return startTestApp({ clock: this.clock, features: [tallies], databases, settings: () => settings(own) });
  }

  post(path: string, body: object, idempotencyKey?: string, app = this.test) {
    const request = app.request().post(`/test/tallies/${path}`).set('X-API-Key', this.key);
    if (idempotencyKey !== undefined) request.set('Idempotency-Key', idempotencyKey);
    return request.send(body);
  }

  stream(text: string, idempotencyKey: string) {
    return this.test
      .request()
      .post('/test/tallies/streamed')
      .set('X-API-Key', this.key)
      .set('Idempotency-Key', idempotencyKey)
      .type('application/x-ndjson')
      .send(text);
  }

  /** Runs a statement on the tenant's store as a superuser. */
  inStore<R extends object = object>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    const url = this.test.databases.superuser.storeUrls.get(STORE)!;
    return withClient(url, async (client) => (await client.query<R>(text, [...values])).rows);
  }

  /** The amounts that were counted. */
  async effects(): Promise<number[]> {
    const text = 'SELECT amount FROM test_tallies WHERE client_id = $1 ORDER BY amount';
    return (await this.inStore<{ amount: number }>(text, [this.tenant.clientId])).map((row) => row.amount);
  }

  /** How many work items the work on this amount has left. */
  async items(amount: number): Promise<number> {
    const rows = await this.inStore(
      `SELECT 1 FROM work_items m JOIN test_tallies t USING (client_id, data_env)
        WHERE t.client_id = $1 AND t.amount = $2 AND m.kind = 'test.tally-counted'
          AND m.payload->>'tally_id' = t.tally_id::text`,
      [this.tenant.clientId, amount],
    );
    return rows.length;
  }

  /** How many effect rows wait for their record. */
  async effectRows(): Promise<number> {
    const text = 'SELECT 1 FROM idempotency_effects WHERE client_id = $1';
    return (await this.inStore(text, [this.tenant.clientId])).length;
  }

  /** How many audit rows wait in the outbox. */
  async outbox(): Promise<number> {
    return (await this.inStore('SELECT 1 FROM audit_outbox WHERE client_id = $1', [this.tenant.clientId]))
      .length;
  }

  /** The amounts in the tenant's audit trail. */
  async audited(): Promise<number[]> {
    const rows = await this.test.world.sql<{ amount: number }>(
      `SELECT (metadata->>'amount')::integer AS amount FROM audit_events WHERE client_id = $1 ORDER BY amount`,
      [this.tenant.clientId],
    );
    return rows.map((row) => row.amount);
  }

  /** How many of the tenant's keys have an answer, and how many have none. */
  async records(): Promise<{ completed: number; open: number }> {
    const rows = await this.test.world.sql<{ completed: number; open: number }>(
      `SELECT count(completed_at)::integer AS completed, (count(*) - count(completed_at))::integer AS open
         FROM idempotency_records WHERE client_id = $1`,
      [this.tenant.clientId],
    );
    return rows[0]!;
  }

  /**
   * The state of the stores after a process dies between its commit and the completion of its
   * record.
   */
  async forgetAnswers(): Promise<void> {
    await this.test.world.sql(
      `UPDATE idempotency_records SET completed_at = NULL, response_status = NULL, response_headers = NULL, response_body = NULL,
              fingerprint = CASE WHEN operation = 'test.tallies.streamed' THEN NULL ELSE fingerprint END
        WHERE client_id = $1`,
      [this.tenant.clientId],
    );
  }

  /** Longer than the key of a dead process is held. */
  pastTheLock(): void {
    this.clock.advance(this.test.settings.idempotency.lockMs);
  }

  /** Does the work of the relays. */
  async relay(): Promise<void> {
    const auth = systemContext(this.tenant, 'test');
    const { app } = this.test;
    await app.get(TenantEffects).settle(auth);
    await app.get(AuditRelay, { strict: false }).carryOver(auth);
  }
}
