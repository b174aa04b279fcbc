import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { samplePace, type PaceSample } from './body-pace.policy.js';
import { InFlight } from '../../shared/in-flight.js';
import type { PlatformRequest } from '../../shared/platform-request.js';

// Checks in one window: a slow body is noticed at most a fifth of a window late.
const LOOKS_PER_WINDOW = 5;

// Bytes of an unread body that are read and thrown away, for senders that look at the answer only
// after sending all: a little more than the largest route takes.
const MOST_UNREAD_BYTES = 16 * 1024 * 1024;

// After this time the connection is worth more than its sender's reading of the answer: a line of
// 16 Mbit/s sends all of that by then.
const MOST_UNREAD_MS = 10_000;

/** Limits of one body until its end. */
interface Bounds {
  readonly bytes: number;
  readonly ms: number;
}

// For a body with a reader: the reader bounds the bytes, and the server the time.
const UNBOUNDED: Bounds = { bytes: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY };
const UNREAD: Bounds = { bytes: MOST_UNREAD_BYTES, ms: MOST_UNREAD_MS };

interface Watched {
  readonly request: PlatformRequest;
  readonly start: PaceSample;
  readonly most: Bounds;
  readonly end: () => void;
  readonly leave: () => void;
  mark: PaceSample;
}

/**
 * Ends bodies that arrive too slowly: bodies that are read, and the rest of bodies whose request
 * has been answered, which Node throws away byte by byte to keep the connection in order. It counts
 * the bytes that the socket has received. It thus delays no reader, and a sender is not blamed for
 * bytes that its handler has not taken yet.
 */
@Injectable()
export class BodyPace implements OnApplicationShutdown {
  private readonly windowMs: number;
  private readonly watched = new InFlight<Watched>();
  private timer: NodeJS.Timeout | undefined;
  /** Time as senders are held to it: while our own event loop stands still it does not pass. */
  private senderMs = 0;
  private lookedAt = 0;
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
    return this.watch(request, UNBOUNDED, end);
  }

  /** Bounds the rest of a body whose request has been answered without it (errors 2.7). */
  boundRest(request: PlatformRequest): void {
    if (!request.complete) this.watch(request, UNREAD, () => request.socket.destroy());
  }

  private watch(request: PlatformRequest, most: Bounds, end: () => void): () => void {
    const mark = { atMs: this.senderMs, bytes: request.socket.bytesRead };
    const watched: Watched = { request, start: mark, most, end, mark, leave: () => leave() };
    const leave = this.watched.add(watched);
    if (this.timer === undefined) {
      this.lookedAt = performance.now();
      this.timer = setInterval(() => this.look(), this.windowMs / LOOKS_PER_WINDOW).unref();
    }
    return leave;
  }

  private look(): void {
    const now = performance.now();
    this.senderMs += Math.min(now - this.lookedAt, this.windowMs / LOOKS_PER_WINDOW);
    this.lookedAt = now;
    for (const watched of this.watched) this.judge(watched);
    if (this.watched.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private judge(watched: Watched): void {
    const { request } = watched;
    if (request.complete || request.socket.destroyed) {
      watched.leave();
      return;
    }
    const now = { atMs: this.senderMs, bytes: request.socket.bytesRead };
    const isOurTurn = request.readableLength > 0;
    const mark = isOurTurn ? now : samplePace(watched.mark, now, this.windowMs);
    const { start, most } = watched;
    if (mark !== null && now.bytes - start.bytes <= most.bytes && now.atMs - start.atMs <= most.ms) {
      watched.mark = mark;
      return;
    }
    watched.leave();
    this.ended += 1;
    watched.end();
  }
}
