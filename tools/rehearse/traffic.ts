import { setTimeout as delay } from 'node:timers/promises';

/** Between two requests of a writer, and before a retry. */
const PAUSE_MS = 20;
const REPEAT_MS = 100;
/** Longer than a request may take. */
const ANSWER_MS = 30_000;

/** A request that is repeated unchanged until its answer counts. */
interface Write {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly key: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

/** A request that had to be sent again. */
export interface Repeated {
  /** Milliseconds at which the answer arrived or the connection broke. */
  readonly at: number;
  readonly what: string;
  /** The id under which the process logs it; null without an answer. */
  readonly requestId: string | null;
}

/** Counts the answers to requests of one kind. */
export class Tally {
  readonly name: string;
  /** Milliseconds at which answers arrived, in order. */
  readonly acknowledgedAt: number[] = [];
  /** 503 and broken connections: the request was sent again. */
  readonly repeated: Repeated[] = [];
  /** Any other answer, which no client expects. */
  readonly wrong: string[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** The longest time in seconds without an acknowledged request, from this instant on. */
  longestGap(from: number, to: number): number {
    const instants = [from, ...this.acknowledgedAt.filter((at) => at >= from && at <= to), to];
    return Math.max(...instants.slice(1).map((at, index) => at - instants[index]!)) / 1000;
  }

  /** Seconds from this instant to the next acknowledged request. */
  secondsUntilNext(from: number): number {
    return ((this.acknowledgedAt.find((at) => at >= from) ?? Infinity) - from) / 1000;
  }
}

/** Sends to the processes in rotation, like a load balancer. */
export class Traffic {
  readonly tallies: Tally[] = [];
  private readonly apis: readonly string[];
  private readonly stopping = new AbortController();
  private readonly writers: Promise<void>[] = [];
  private turn = 0;

  constructor(apis: readonly string[]) {
    this.apis = apis;
  }

  /**
   * Repeats some work until the traffic stops.
   * @param work sends with `send`, which resolves only with an answer that counts, or null at the end
   */
  keep(name: string, writers: number, work: (send: Send) => Promise<void>): Tally {
    const tally = new Tally(name);
    this.tallies.push(tally);
    const send: Send = (write) => this.send(tally, write);
    const loop = async (): Promise<void> => {
      while (!this.stopping.signal.aborted) {
        await work(send);
        await delay(PAUSE_MS);
      }
    };
    this.writers.push(...Array.from({ length: writers }, loop));
    return tally;
  }

  /**
   * Sends one request.
   * @returns null if the answer counts as a failure
   */
  once(write: Write): Promise<Answer | null> {
    return this.send(new Tally(write.path), write);
  }

  /** Lets requests in progress get their answers. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.writers);
  }

  private async send(
    tally: Tally,
    { method = 'POST', path, key, body, idempotencyKey }: Write,
  ): Promise<Answer | null> {
    for (;;) {
      const api = this.apis[(this.turn += 1) % this.apis.length]!;
      const answer = await this.attempt(`${api}${path}`, {
        method,
        headers: {
          'X-API-Key': key,
          'Content-Type': 'application/json',
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (answer !== null && answer.status < 300) {
        tally.acknowledgedAt.push(performance.now());
        return answer;
      }
      if (answer !== null && answer.status !== 503) {
        tally.wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return null;
      }
      tally.repeated.push({
        at: performance.now(),
        what: `${method} ${path.split('?')[0]}: ${answer?.status ?? 'no answer'}`,
        requestId: answer?.requestId ?? null,
      });
      await delay(REPEAT_MS);
    }
  }

  /** Null if there was no answer. */
  private async attempt(url: string, request: RequestInit): Promise<Answer | null> {
    try {
      const response = await fetch(url, request);
      const body = (await response.json()) as Answer['body'];
      return { status: response.status, body, requestId: response.headers.get('x-request-id') };
    } catch {
      return null;
    }
  }
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
}

type Send = (write: Write) => Promise<Answer | null>;
