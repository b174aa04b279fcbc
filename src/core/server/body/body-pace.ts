import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { InFlight } from '../../shared/in-flight.js';
import type { PlatformRequest } from '../../shared/platform-request.js';

// 128 kbit/s. A body of ten megabytes has to come faster anyway to arrive within the minute of its
// request, and every line of a server or a browser is faster.
const LEAST_BYTES_PER_SECOND = 16 * 1024;

// A slow body is noticed at most a fifth of a window late.
const LOOKS_PER_WINDOW = 5;

// A sender may look at the answer only after sending all: a little more than
// the largest route takes.
const MOST_UNREAD_BYTES = 16 * 1024 * 1024;

interface Watched {
  readonly request: PlatformRequest;
  /** The bytes that its connection may have brought in the end. */
  readonly mostBytes: number;
  readonly end: () => void;
  readonly leave: () => void;
  /** The bytes at the begin of the window, and the looks since then. */
  windowBytes: number;
  looks: number;
}

/**
 * Ends bodies that arrive too slowly: bodies that are read, and the rest of bodies whose request
 * has been answered, which Node throws away to keep the connection in order. It counts the bytes
 * that the socket has received, so a sender is not blamed for what its handler has not taken yet.
 * Time counts in looks, because a busy event loop looks less often and receives nothing meanwhile.
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
   * Follows a body that is being read, until all of it is there.
   * @param end called once when it comes too slowly
   * @returns stops following
   */
  follow(request: PlatformRequest, end: () => void): () => void {
    return this.watch(request, Number.POSITIVE_INFINITY, end);
  }

  /** Bounds the rest of a body whose request has been answered without it (errors 2.7). */
  boundRest(request: PlatformRequest): void {
    if (!request.complete) this.watch(request, MOST_UNREAD_BYTES, () => request.socket.destroy());
  }

  private watch(request: PlatformRequest, bytes: number, end: () => void): () => void {
    const { bytesRead } = request.socket;
    // The first look comes early: the timer may run already.
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
    const { bytesRead, destroyed } = request.socket;
    if (request.complete || destroyed) {
      watched.leave();
      return;
    }
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
