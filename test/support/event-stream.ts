import { eventually } from './eventually.js';

/** One event as a client sees it. */
export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
  /** The time of arrival, in milliseconds. */
  readonly at: number;
}

/** A client of server-sent events that keeps what it receives. */
export class EventStream {
  readonly events: StreamEvent[] = [];
  /** Whether the service has ended the stream. */
  isOver = false;
  private readonly stop = new AbortController();

  private constructor(readonly response: Response) {}

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<EventStream> {
    const stop = new AbortController();
    const stream = new EventStream(await fetch(url, { headers, signal: stop.signal }));
    stream.stop.signal.addEventListener('abort', () => stop.abort());
    void stream.read().catch(() => undefined);
    return stream;
  }

  close(): void {
    this.stop.abort();
  }

  /** Resolves with the newest event once the check passes. */
  until(check: (event: StreamEvent) => void): Promise<StreamEvent> {
    return eventually(() => {
      const event = this.events.at(-1);
      if (event === undefined) throw new Error('No event has come.');
      check(event);
      return event;
    });
  }

  private async read(): Promise<void> {
    let rest = '';
    try {
      for await (const chunk of this.response.body!.pipeThrough(new TextDecoderStream())) {
        const frames = (rest + chunk).split('\n\n');
        rest = frames.pop()!;
        for (const frame of frames) this.keep(frame);
      }
    } finally {
      this.isOver = true;
    }
  }

  private keep(frame: string): void {
    const fields = new Map(
      frame.split('\n').map((line) => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
    );
    const data = fields.get('data');
    if (data === undefined) return;
    this.events.push({
      id: fields.get('id') ?? '',
      event: fields.get('event') ?? 'message',
      data: JSON.parse(data) as Record<string, unknown>,
      at: performance.now(),
    });
  }
}
