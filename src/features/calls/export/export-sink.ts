import { once } from 'node:events';
import type { Response } from 'express';
import type { ExportProfile } from './columns.policy.js';

/** Thrown when nobody is left to write to. */
export class ReceiverGoneError extends Error {
  override readonly name = 'ReceiverGoneError';
}

/** The answer of one export, as fast as its receiver takes it. */
export class ExportSink {
  private isGone = false;

  constructor(private readonly response: Response) {
    response.once('close', () => {
      this.isGone = !response.writableFinished;
    });
  }

  /** @throws ReceiverGoneError: to be asked between two pieces of work that write nothing yet */
  checkReceiver(): void {
    if (this.isGone) throw new ReceiverGoneError('The receiver has gone.');
  }

  headers(headers: readonly (readonly [name: string, value: string])[]): void {
    for (const [name, value] of headers) this.response.append(name, value);
  }

  /** Says what profile is answered; legacy answers say nothing (contract, "Export behaviour" 4). */
  profile(profile: ExportProfile): void {
    if (profile !== 'legacy') this.response.setHeader('X-Call-Export-Profile', profile);
  }

  /** From here on the answer is a CSV file, and can no longer become an error. @param bytes where they are known */
  beginCsv(filename: string, bytes?: number): void {
    this.response.status(200);
    this.response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    this.response.setHeader('Content-Disposition', `attachment; filename="${filename}"`);
    if (bytes !== undefined) this.response.setHeader('Content-Length', bytes);
  }

  /** Waits while the receiver is slower than we are. @throws ReceiverGoneError */
  async write(chunk: Buffer): Promise<void> {
    this.checkReceiver();
    if (this.response.write(chunk)) return;
    const over = new AbortController();
    const { signal } = over;
    await Promise.race([once(this.response, 'drain', { signal }), once(this.response, 'close', { signal })]);
    over.abort();
    this.checkReceiver();
  }

  end(): void {
    this.response.end();
  }

  json(body: object): void {
    this.response.status(200).json(body);
  }

  get hasBegun(): boolean {
    return this.response.headersSent;
  }

  /** Hangs up in the middle, so that what was sent cannot pass for the whole. */
  break(): void {
    this.response.destroy();
  }
}
