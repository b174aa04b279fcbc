import type { Tenant } from '../../../core/kernel/auth-context.js';
import type { Webhook, Webhooks } from '../lookup/webhook-directory.service.js';
import type { DeliveryStore } from './delivery-store.service.js';
import type { ChainResult, TakenDelivery } from './delivery.types.js';
import { StrayLooks } from './stray-looks.js';

// With the age that the directory allows this is the second within which a change of a webhook counts.
const FRESH_MS = 300;

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
  private reading: Reading | null = null;

  constructor(
    private readonly tenant: Tenant,
    private readonly store: DeliveryStore,
  ) {}

  get all(): Webhooks {
    return this.known;
  }

  /** Those that were read at `readAt`, in milliseconds of a clock that only goes on; what is known to be newer stays. */
  set(webhooks: Webhooks, readAt: number): void {
    if (readAt < this.readAt) return;
    this.known = webhooks;
    this.readAt = readAt;
  }

  /** Those that are sent to, before what is due is taken; ends what waits for others where a look for it is due. @throws 503 */
  async open(): Promise<true> {
    const now = performance.now();
    const looks = this.looks.begin(now);
    this.set(await this.store.open(this.tenant), now);
    if (!looks) return true;
    await this.endStrays();
    this.looks.looked(now);
    return true;
  }

  /** What comes again of a webhook that was closed while it was under way ends now, and not when it is due. @throws 503 */
  async endBehind(ended: readonly ChainResult[]): Promise<void> {
    const isClosed = ({ delivery }: ChainResult['results'][number]): boolean =>
      !this.known.has(delivery.webhook_id);
    if (ended.some(({ results }) => results.some(isClosed))) await this.endStrays();
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
    if (!isTest && this.isFresh) return this.known.get(id);
    const reading = isTest ? this.readTo(this.store.openNow(this.tenant)) : this.refresh();
    return reading.then((isRead) => (isRead ? this.known.get(id) : undefined));
  }

  /** Has those be read that were read a while ago. @returns whether what is known holds now; what cannot be read stays as it was */
  async refresh(): Promise<boolean> {
    if (this.isFresh) return true;
    const now = performance.now();
    // One that takes for longer says nothing of what was changed since it began.
    if (this.reading === null || now - this.reading.begunAt > FRESH_MS)
      this.reading = { begunAt: now, done: this.readTo(this.store.open(this.tenant)) };
    const { reading } = this;
    const isRead = await reading.done;
    if (this.reading === reading) this.reading = null;
    return isRead;
  }

  /** Begins nothing more for webhooks that are switched off, until it hears that they are on again. */
  forget(webhookIds: readonly string[]): void {
    this.known = new Map([...this.known].filter(([id]) => !webhookIds.includes(id)));
  }

  private get isFresh(): boolean {
    return performance.now() - this.readAt < FRESH_MS;
  }

  private async readTo(reading: Promise<Webhooks>): Promise<boolean> {
    const readAt = performance.now();
    const webhooks = await reading.catch(() => null);
    if (webhooks !== null) this.set(webhooks, readAt);
    return webhooks !== null;
  }

  private async endStrays(): Promise<void> {
    const readAt = performance.now();
    this.set(await this.store.endStrays(this.tenant, this.known), readAt);
  }
}
