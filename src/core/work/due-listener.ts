import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DATA_ENVS, type Tenant } from '../shared/auth-context.js';
import { DUE_CHANNEL } from '../database/outbox/enqueue-work.queries.js';
import { withDeadline } from '../shared/deadline.js';
import { destroySocket } from '../database/driver/socket-of.js';
import { pinSession } from '../database/driver/session-settings.js';
import type { WorkDepth } from './work-metrics.js';
import { WORK_DEPTH, WORK_DUE } from './work.queries.js';

// Finds work items that become due, expired leases, and lost notifications.
const POLL_MS = 1_000;
// After this time the worker asks again over a new connection.
const ANSWER_MS = 5_000;
// After an outage, the workers of a deployment do not all reconnect at once.
const RECONNECT_MS = { shortest: 500, longest: 1_500 };

interface DueEvents {
  readonly onDue: (tenant: Tenant, kind: string) => void;
  /** The store does not answer; the query is repeated. */
  readonly onLost: (error: unknown) => void;
}

/** A separate connection to one store, on which a worker is notified of due work. */
export class DueListener {
  private readonly stopping = new AbortController();
  private client: Client | null = null;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly events: DueEvents,
  ) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** @returns an empty list while the store cannot be queried */
  async depth(): Promise<readonly WorkDepth[]> {
    const client = this.client;
    if (client === null) return [];
    return withDeadline(client.query<WorkDepth>(WORK_DEPTH), ANSWER_MS).then(
      ({ rows }) => rows,
      () => [],
    );
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.listen(signal);
      } catch (error) {
        if (!signal.aborted) this.events.onLost(error);
      }
      const { shortest, longest } = RECONNECT_MS;
      await delay(shortest + Math.random() * (longest - shortest), undefined, { signal }).catch(
        () => undefined,
      );
    }
  }

  /** Resolves when the listener is stopped; throws if the connection is lost. */
  private async listen(signal: AbortSignal): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'telephony-platform relay',
      connectionTimeoutMillis: ANSWER_MS,
      keepAlive: true,
    });
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('The connection was closed.')));
    });
    // The connection may be lost before anything awaits this promise.
    lost.catch(() => undefined);
    client.on('notification', ({ payload }) => this.hear(payload));
    try {
      await client.connect();
      await withDeadline(pinSession(client), ANSWER_MS);
      await withDeadline(client.query(`LISTEN ${DUE_CHANNEL}`), ANSWER_MS);
      this.client = client;
      while (!signal.aborted) {
        const { rows } = await withDeadline(client.query<DueRow>(WORK_DUE), ANSWER_MS);
        for (const row of rows) this.tell(row.client_id, row.data_env, row.kind);
        await Promise.race([delay(POLL_MS, undefined, { signal }), lost]);
      }
    } finally {
      this.client = null;
      destroySocket(client);
    }
  }

  /** Every PostgreSQL login may notify, so unknown messages are ignored; polling finds their work. */
  private hear(payload: string | undefined): void {
    let message: unknown;
    try {
      message = JSON.parse(payload ?? '[]');
    } catch {
      return;
    }
    if (Array.isArray(message)) this.tell(message[0], message[1], message[2]);
  }

  private tell(clientId: unknown, dataEnv: unknown, kind: unknown): void {
    const env = DATA_ENVS.find((it) => it === dataEnv);
    if (typeof clientId !== 'string' || env === undefined || typeof kind !== 'string') return;
    this.events.onDue({ clientId, dataEnv: env }, kind);
  }
}

interface DueRow {
  readonly client_id: string;
  readonly data_env: string;
  readonly kind: string;
}
