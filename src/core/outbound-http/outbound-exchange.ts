import type { Dispatcher } from 'undici';
import { OutboundFailure } from './outbound-failure.js';

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

const NO_BYTES = Buffer.alloc(0);

export interface ExchangeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly isCut: boolean;
}

/**
 * One exchange, as reported by undici. It collects the body without its own stream or signal, which
 * take as long as an exchange with a fast receiver.
 */
export class OutboundExchange implements Dispatcher.DispatchHandler {
  private readonly outcome = Promise.withResolvers<ExchangeAnswer>();
  private controller: Dispatcher.DispatchController | null = null;
  private cancelledFor: OutboundFailure | null = null;
  private hasEnded = false;
  private status = 0;
  private headers: Readonly<Record<string, string>> = {};
  private held: Buffer = NO_BYTES;
  private length = 0;

  /**
   * @param wanted names of headers in lower case
   * @param room the most bytes of the body
   * @param onEnd called once, when the connection has been released or closed
   */
  constructor(
    private readonly wanted: readonly string[],
    private room: number,
    private readonly onEnd: () => void,
  ) {}

  /** Rejects with undici's error, or the reason of the cancellation. */
  get answer(): Promise<ExchangeAnswer> {
    return this.outcome.promise;
  }

  /** Ends it with this failure. A connection attempt in progress ends by itself later. */
  cancel(failure: OutboundFailure): void {
    if (this.hasEnded) return;
    this.cancelledFor ??= failure;
    this.outcome.reject(failure);
    this.controller?.abort(failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.cancelledFor !== null) controller.abort(this.cancelledFor);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // Interim responses such as early hints carry no result.
    if (status < 200) return;
    this.status = status;
    this.headers = pick(headers, this.wanted);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const isCut = chunk.length > this.room;
    this.keep(isCut ? chunk.subarray(0, Math.max(0, this.room)) : chunk);
    this.room -= chunk.length;
    if (!isCut) return;
    this.outcome.resolve(this.answerNow(true));
    // The rest is not read, which closes the connection.
    controller.abort(new OutboundFailure('cancelled', 'cut'));
  }

  onResponseEnd(): void {
    // undici counts a connection as free only in the next turn; an earlier request would open
    // another connection.
    queueMicrotask(() =>
      setImmediate(() => {
        this.outcome.resolve(this.answerNow(false));
        this.end();
      }),
    );
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.outcome.reject(error);
    this.end();
  }

  private answerNow(isCut: boolean): ExchangeAnswer {
    const { status, headers } = this;
    return { status, headers, body: this.held.subarray(0, this.length), isCut };
  }

  /**
   * Copied into one buffer: a chunk may be one byte, and would use hundreds of bytes separately.
   */
  private keep(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    if (needed > this.held.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.held.length * 2));
      this.held.copy(larger, 0, 0, this.length);
      this.held = larger;
    }
    chunk.copy(this.held, this.length);
    this.length = needed;
  }

  private end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onEnd();
  }
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) found[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return found;
}
