import type { Tenant } from '../../../core/kernel/auth-context.js';
import type { Webhook, Webhooks, WebhooksAt } from '../lookup/webhook-directory.service.js';
import type { DeliveryStore } from './delivery-store.service.js';
import type { ChainResult, TakenDelivery } from './delivery.types.js';
import { StrayLooks } from './stray-looks.js';

// The directory is asked so often: a look into its memory most times, and into the tenant's store for those that were switched off.
const ASK_MS = 300;
// A change of a webhook counts within a second (webhooks 4.4): what was asked for before is not known any more, however long the answer
// took. From then to the connection there may be another tenth.
const KNOWN_MS = 900;

interface Reading {
  readonly begunAt: number;
  /** Whether it came to something. */
  readonly done: Promise<boolean>;
}

/** The webhooks of a tenant that are switched on, as its line knows them. */
export class OpenWebhooks {
  private readonly looks = new StrayLooks();
  private known: Webhooks = new Map();
  private readAt = -Infinity;
  private askedAt = -Infinity;
  private reading: Reading | null = null;

  constructor(
    private readonly tenant: Tenant,
    private readonly store: DeliveryStore,
  ) {}

  get all(): Webhooks {
    return this.known;
  }

  /** What is known to be newer stays. */
  set({ webhooks, readAt }: WebhooksAt): void {
    if (readAt < this.readAt) return;
    this.known = webhooks;
    this.readAt = readAt;
    this.askedAt = Math.max(this.askedAt, readAt);
  }

  /** Those that are sent to, before what is due is taken; ends what waits for others where a look for it is due. @throws 503 */
  async open(): Promise<true> {
    const now = performance.now();
    const looks = this.looks.begin(now);
    this.set(await this.store.open(this.tenant));
    this.askedAt = Math.max(this.askedAt, now);
    if (!looks) return true;
    await this.endStrays();
    this.looks.looked(now);
    return true;
  }

  /**
   * What comes again of a webhook that was closed while it was under way ends now, and not when it is due.
   * @returns whether there was any, so that those which are open have been looked up anew
   * @throws 503
   */
  async endBehind(ended: readonly ChainResult[]): Promise<boolean> {
    const isClosed = ({ delivery }: ChainResult['results'][number]): boolean =>
      !this.known.has(delivery.webhook_id);
    if (!ended.some(({ results }) => results.some(isClosed))) return false;
    await this.endStrays();
    return true;
  }

  /** In how many seconds a look for strays is due; null: none is owed. */
  lookIn(): number | null {
    return this.looks.owedIn(performance.now());
  }

  /**
   * The webhook that a delivery goes to now; undefined: it is closed, or cannot be read, so that nothing is sent by what held a while ago.
   * Who tests a webhook has perhaps changed it a moment ago, and wants to see that.
   */
  find({
    webhook_id: id,
    is_test: isTest,
  }: TakenDelivery): Webhook | undefined | Promise<Webhook | undefined> {
    if (isTest)
      return this.ask(this.store.openNow(this.tenant)).then((isRead) =>
        isRead ? this.knownNow(id) : undefined,
      );
    if (!this.isKnown) return this.askTogether().then(() => this.knownNow(id));
    if (this.isToAsk) void this.askTogether();
    return this.known.get(id);
  }

  /** Asks for those that were asked for a while ago. @returns whether what is known holds now; what cannot be read stays as it was */
  async refresh(): Promise<boolean> {
    if (this.isToAsk) await this.askTogether();
    return this.isKnown;
  }

  /** Begins nothing more for webhooks that are switched off, until it hears that they are on: of a reading that is under way perhaps. */
  forget(webhookIds: readonly string[]): void {
    this.known = new Map([...this.known].filter(([id]) => !webhookIds.includes(id)));
  }

  private get isKnown(): boolean {
    return performance.now() - this.readAt < KNOWN_MS;
  }

  /** Long before what is known is too old, so that deliveries wait for the answer only where a store is slow. */
  private get isToAsk(): boolean {
    return performance.now() - this.askedAt >= ASK_MS || !this.isKnown;
  }

  private knownNow(webhookId: string): Webhook | undefined {
    return this.isKnown ? this.known.get(webhookId) : undefined;
  }

  private async askTogether(): Promise<void> {
    const now = performance.now();
    // One that takes for longer says nothing of what was changed since it began.
    if (this.reading === null || now - this.reading.begunAt > ASK_MS)
      this.reading = { begunAt: now, done: this.ask(this.store.open(this.tenant)) };
    const { reading } = this;
    await reading.done;
    if (this.reading === reading) this.reading = null;
  }

  private async ask(reading: Promise<WebhooksAt>): Promise<boolean> {
    const askedAt = performance.now();
    const read = await reading.catch(() => null);
    this.askedAt = Math.max(this.askedAt, askedAt);
    if (read === null) return false;
    this.set(read);
    return true;
  }

  private async endStrays(): Promise<void> {
    const now = await this.store.endStrays(this.tenant, this.known);
    if (now !== null) this.set(now);
  }
}
