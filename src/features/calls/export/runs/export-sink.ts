import { once } from 'node:events';
import type { Response } from 'express';
import type { ExportProfile } from '../columns.policy.js';
import { ReceiverGoneError } from './export-stop.js';

/** The response of one export, as fast as its receiver accepts it. */
export class ExportSink {
  private readonly gone = new AbortController();
  private filename = 'calls.csv';

  constructor(private readonly response: Response) {
    const abortReceiver = (): void => {
      if (!response.writableFinished) this.gone.abort(new ReceiverGoneError('The client has disconnected.'));
    };
    // If the client has already hung up, no further `close` is emitted.
    if (response.destroyed) abortReceiver();
    else response.once('close', abortReceiver);
  }

  /** Aborts when the receiver hangs up before it has everything. */
  get receiver(): AbortSignal {
    return this.gone.signal;
  }

  file(name: string): void {
    this.filename = name;
  }

  /** Sets the profile of the response; legacy responses have none (calls-export 4.6). */
  profile(profile: ExportProfile): void {
    if (profile !== 'legacy') this.response.setHeader('X-Call-Export-Profile', profile);
  }

  /**
   * Waits while the receiver is slower than this process. Once the first chunk is sent, the
   * response is a CSV file and can no longer become an error.
   * @throws ReceiverGoneError
   */
  async write(chunk: Buffer): Promise<void> {
    this.receiver.throwIfAborted();
    if (!this.hasBegun) {
      this.response.status(200);
      this.response.setHeader('Content-Type', 'text/csv; charset=utf-8');
      this.response.setHeader('Content-Disposition', `attachment; filename="${this.filename}"`);
    }
    if (this.response.write(chunk)) return;
    await once(this.response, 'drain', { signal: this.receiver }).catch((error: unknown) => {
      this.receiver.throwIfAborted();
      throw error;
    });
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

  /** Closes the connection early, so that a partial file cannot look complete. */
  break(): void {
    this.response.destroy();
  }
}
