import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookVerificationError } from '../../../packages/webhook-verifier/src/index.ts';
import type { readDemoFile } from '../demo-file.ts';
import { StartError } from '../files.ts';
import { isPortTaken } from '../ports.ts';

const LOOPBACK = '127.0.0.1';
/** The path identifies a webhook that a killed listener left behind. */
const PATH = '/webhook-listen';
const ALL_EVENTS = ['call_started', 'call_ended', 'call_analyzed', 'transfer_initiated'];
/** Local responses take milliseconds; a minute allows for a busy machine. */
const ANSWER_MS = 60_000;
/** Others may change the webhooks between a read and a write, but hardly three times in a row. */
const TRIES = 3;

type Demo = Pick<ReturnType<typeof readDemoFile>, 'base_url' | 'api_keys' | 'projects'>;

interface Webhook {
  readonly webhook_id: string;
  readonly endpoint_url: string;
  readonly revision_hash: string;
}

interface WebhookList {
  readonly items: readonly Webhook[];
  readonly revision_hash: string;
}

export interface ListenOptions {
  readonly demo: Demo;
  /** By default the first project for which the demo has a partner_admin key. */
  readonly projectId: string | undefined;
  readonly print: (line: string) => void;
}

/** A webhook of a demo project that points to this process while it listens. */
export class WebhookListener {
  /** How often each delivery has arrived. */
  private readonly attempts = new Map<string, number>();
  private webhookId = '';
  private secret = '';

  private readonly server: Server;
  private readonly projectId: string;
  private readonly key: string;
  private readonly demo: Demo;
  private readonly print: (line: string) => void;

  private constructor({ demo, projectId, print }: ListenOptions) {
    const { id, key } = projectOf(demo, projectId);
    this.projectId = id;
    this.key = key;
    this.demo = demo;
    this.print = print;
    this.server = createServer((request, response) => void this.receive(request, response));
  }

  /**
   * Listens on loopback, creates the webhook, and requests a test delivery.
   * @throws StartError if the project is unknown or the platform refuses
   */
  static async start(options: ListenOptions): Promise<WebhookListener> {
    const listener = new WebhookListener(options);
    listener.server.listen(0, LOOPBACK);
    await once(listener.server, 'listening');
    try {
      await listener.removeLeftBehind();
      await listener.make();
    } catch (error) {
      await listener.stop();
      throw error;
    }
    return listener;
  }

  /** Deletes the webhook and stops listening. */
  async stop(): Promise<void> {
    try {
      if (this.webhookId !== '') await this.remove(this.webhookId);
    } finally {
      this.server.close();
      this.server.closeAllConnections();
    }
  }

  private async make(): Promise<void> {
    const { port } = this.server.address() as AddressInfo;
    const webhook = await this.retrying(async () => {
      const { revision_hash: revision } = await this.list();
      return this.call<Webhook & { readonly secret: string }>('POST', '', {
        body: {
          project_id: this.projectId,
          endpoint_url: `http://${LOOPBACK}:${port}${PATH}`,
          event_types: ALL_EVENTS,
          transcript_to_send: 'redacted',
          revision_hash: revision,
        },
      });
    });
    this.webhookId = webhook.webhook_id;
    this.secret = webhook.secret;
    this.print(
      `listening to ${this.projectId} as webhook ${webhook.webhook_id}; a test comes first; Ctrl-C ends it`,
    );
    await this.call('POST', `/${webhook.webhook_id}/test?project_id=${encodeURIComponent(this.projectId)}`, {
      body: {},
      ifMatch: webhook.revision_hash,
    });
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (name: string): string => wordOf(request.headers[name]);
    let line = [text('x-service-event'), text('x-service-delivery-id')];
    let status = 204;
    try {
      const delivery = verifyWebhook(request.headers, await buffer(request), { secrets: this.secret });
      const attempt = (this.attempts.get(delivery.deliveryId) ?? 0) + 1;
      this.attempts.set(delivery.deliveryId, attempt);
      const kind = delivery.payload['test'] === true ? ['test'] : [];
      line = [
        delivery.event,
        delivery.deliveryId,
        `event ${delivery.eventId}`,
        `attempt ${attempt}`,
        ...kind,
        'verified yes',
      ];
    } catch (error) {
      const fault = error instanceof WebhookVerificationError ? error.fault : 'cut_off';
      line.push(`verified no (${fault})`);
      status = 400;
    }
    this.print(line.join('  '));
    response.writeHead(status).end();
  }

  /** Removes webhooks of listeners that were killed: their addresses no longer have a listener. */
  private async removeLeftBehind(): Promise<void> {
    for (const { webhook_id: id, endpoint_url: url } of (await this.list()).items) {
      const { hostname, pathname, port } = new URL(url);
      const isOurs = hostname === LOOPBACK && pathname === PATH;
      if (isOurs && !(await isPortTaken(Number(port), LOOPBACK))) await this.remove(id);
    }
  }

  private remove(webhookId: string): Promise<void> {
    return this.retrying(async () => {
      const found = (await this.list()).items.find((it) => it.webhook_id === webhookId);
      if (found)
        await this.call('DELETE', `/${webhookId}?project_id=${encodeURIComponent(this.projectId)}`, {
          ifMatch: found.revision_hash,
        });
    });
  }

  /** Reads and tries again if others have changed the state. */
  private async retrying<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 409 || tries === TRIES) throw error;
      }
    }
  }

  private list(): Promise<WebhookList> {
    return this.call('GET', `?project_id=${this.projectId}`);
  }

  private async call<T>(
    method: string,
    path: string,
    { body, ifMatch }: { readonly body?: object; readonly ifMatch?: string } = {},
  ): Promise<T> {
    const { base_url: base } = this.demo;
    const answer = fetch(`${base}/v1/partner/webhooks${path}`, {
      method,
      headers: {
        'X-API-Key': this.key,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await answer.catch(() => {
      throw new StartError(`No platform answers at ${base}: run npm start first.`);
    });
    if (!response.ok) throw new Refusal(`${method} webhooks${path}`, response.status, await response.text());
    return (await response.json()) as T;
  }
}

class Refusal extends StartError {
  readonly status: number;

  constructor(what: string, status: number, text: string) {
    super(`${what} was answered ${status}: ${text}`);
    this.status = status;
  }
}

function projectOf(
  { projects, api_keys: keys }: Demo,
  wanted: string | undefined,
): { readonly id: string; readonly key: string } {
  const listed = projects.flatMap((project) => {
    const key = keys.find(
      (it) =>
        it.scope === 'partner_admin' &&
        it.client_id === project.client_id &&
        it.data_env === project.data_env,
    );
    return key ? [{ id: project.project_id, key: key.key }] : [];
  });
  const found = wanted === undefined ? listed[0] : listed.find(({ id }) => id === wanted);
  if (found) return found;
  const known = listed.map(({ id }) => `  ${id}`);
  throw new StartError([`The demo has no partner_admin key for ${wanted}. Known:`, ...known].join('\n'));
}

/** Shows a sender's text only if it is a word, so it cannot draw on the terminal. */
const wordOf = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : '-';
