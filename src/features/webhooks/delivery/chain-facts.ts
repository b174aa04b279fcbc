import type { Facts, FactsReading, TakenDelivery } from './delivery.types.js';
import type { Chain } from './receiver-lane.js';

// What the bodies of so many calls are made of is read in one statement, some milliseconds, so that the first are soon sent.
const READ_TOGETHER = 64;
// What a body is made of is not older than this when it is sent: what was erased, or is permitted no more, is not told then. What is
// read ahead for a receiver that answers is sent sooner.
const FRESH_MS = 250;

interface QueuedReading {
  readonly reading: FactsReading;
  readonly chains: Chain[];
}

/** Has what bodies are made of read for many calls together, shortly before they are sent. */
export class ChainFacts {
  private last: Promise<unknown> = Promise.resolve();
  /** The last one that waits for its turn, which others may join. */
  private open: QueuedReading | null = null;

  /** @param read never rejects */
  constructor(private readonly read: (deliveries: readonly TakenDelivery[]) => Promise<Facts>) {}

  /** One statement after the other: a tenant's bodies take no more than one connection of its neighbours. */
  readAhead(chains: readonly Chain[]): void {
    for (const chain of chains) {
      if (this.open === null || this.open.chains.length >= READ_TOGETHER) this.open = this.queue();
      this.open.chains.push(chain);
      chain.reading = this.open.reading;
    }
  }

  /**
   * What is read for this one, anew where that was a while ago. Those that come soon are old then as well, and are read along: one by one
   * each would take longer than sending it, so that a receiver or a machine that is slow for a moment would fall behind for good.
   */
  freshOf(chain: Chain, behind: () => readonly Chain[]): FactsReading {
    const { reading } = chain;
    if (reading !== null && !isOld(reading)) return reading;
    const old = behind().filter((it) => it.reading === null || isOld(it.reading));
    const part = [chain, ...old.slice(0, READ_TOGETHER - 1)];
    const fresh: FactsReading = { begunAt: performance.now(), facts: this.readOf(part) };
    for (const it of part) it.reading = fresh;
    return fresh;
  }

  private queue(): QueuedReading {
    const chains: Chain[] = [];
    const reading: FactsReading = {
      begunAt: null,
      facts: this.last.then(() => {
        if (this.open?.reading === reading) this.open = null;
        reading.begunAt = performance.now();
        return this.readOf(chains);
      }),
    };
    this.last = reading.facts;
    return { reading, chains };
  }

  private readOf(chains: readonly Chain[]): Promise<Facts> {
    return this.read(chains.flatMap(({ deliveries }) => deliveries));
  }
}

/** Whether it is no longer to be told. */
const isOld = ({ begunAt }: FactsReading): boolean =>
  begunAt !== null && performance.now() - begunAt > FRESH_MS;
