import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { InFlight } from '../../shared/in-flight.js';
import type { PlatformRequest } from '../../shared/platform-request.js';

// 128 kbit/s. A body of ten megabytes must be faster anyway to arrive within the minute of its
// request, and every server's or browser's line is faster.
const LEAST_BYTES_PER_SECOND = 16 * 1024;

// A slow body is noticed at most a fifth of a window late.
const LOOKS_PER_WINDOW = 5;

// A sender may read the response only after sending everything: a little more than the largest
// route accepts.
const MOST_UNREAD_BYTES = 16 * 1024 * 1024;

interface Watched {
  readonly request: PlatformRequest;
  /** The bytes that its connection may have received in the end. */
  readonly mostBytes: number;
  readonly end: () => void;
  readonly leave: () => void;
  /** The bytes at the start of the window, and the checks since then. */
  windowBytes: number;
  looks: number;
}

/**
 * Ends bodies that arrive too slowly: those being read, and the rest of those whose request has
 * been answered, which Node discards to reuse the connection. It counts the bytes that the socket
 * has received, so a sender is not blamed for a slow handler. Time is measured in checks, because a
 * busy event loop checks less often and receives nothing in between.
 */
@Injectable()
export class BodyPace implements OnApplicationShutdown {
  private readonly windowMs: number;
  private readonly watched = new InFlight<Watched>();
  private timer: NodeJS.Timeout | undefined;
  private ended = 0;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.windowMs = settings.bodies.stallMs;
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** How many bodies were too slow since the process started. */
  get tooSlow(): number {
    return this.ended;
  }

  /**
   * Watches a body until it has arrived.
   * @param end called once if it arrives too slowly
   * @returns a function that stops watching
   */
  follow(request: PlatformRequest, end: () => void): () => void {
    return this.watch(request, Number.POSITIVE_INFINITY, end);
  }

  /** Limits the rest of a body whose request was answered without it (errors 2.7). */
  boundRest(request: PlatformRequest): void {
    if (!request.complete && !request.destroyed)
      this.watch(request, MOST_UNREAD_BYTES, () => request.socket.destroy());
  }

  private watch(request: PlatformRequest, bytes: number, end: () => void): () => void {
    const { bytesRead } = request.socket;
    // The first check may come early, because the timer may already run.
    const watched = { request, mostBytes: bytesRead + bytes, end, windowBytes: bytesRead, looks: -1 };
    const leave = this.watched.add({ ...watched, leave: () => leave() });
    this.timer ??= setInterval(() => this.look(), this.windowMs / LOOKS_PER_WINDOW).unref();
    return leave;
  }

  private look(): void {
    for (const watched of this.watched) this.judge(watched);
    if (this.watched.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private judge(watched: Watched): void {
    const { request, mostBytes, windowBytes } = watched;
    // A destroyed request no longer has a socket.
    if (request.complete || request.destroyed || request.socket.destroyed) {
      watched.leave();
      return;
    }
    const { bytesRead } = request.socket;
    const isReadersTurn = request.readableLength > 0;
    watched.looks += 1;
    const isOver = isReadersTurn || watched.looks >= LOOKS_PER_WINDOW;
    const isFast = bytesRead - windowBytes >= (LEAST_BYTES_PER_SECOND * this.windowMs) / 1000;
    if (bytesRead <= mostBytes && (!isOver || isReadersTurn || isFast)) {
      if (isOver) Object.assign(watched, { windowBytes: bytesRead, looks: 0 });
      return;
    }
    watched.leave();
    this.ended += 1;
    watched.end();
  }
}
