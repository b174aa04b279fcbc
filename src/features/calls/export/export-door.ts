import type { NextFunction, Request, Response } from 'express';
import { leaveForeground } from '../../../core/kernel/request-context.js';
import { Cooperative } from '../../../core/event-loop/cooperative.js';

const turns = new Cooperative({ rests: true });

// Who waits to come in, by connection, in the order of their turns.
const lines = new Map<Request['socket'], NextFunction[]>();
let isLettingIn = false;

/**
 * First stage of every export, before any guard: exports are bulk work, and so are five hundred that are asked for at
 * once. They come in one after the other, in the turns of the loop that bulk work has; who waits holds nothing. All that wait
 * have one turn together, so that exports under way go on beside them, and a connection with thousands of requests
 * waits behind one with a single request.
 */
export function exportDoor(request: Request, _response: Response, next: NextFunction): void {
  leaveForeground();
  const line = lines.get(request.socket);
  if (line) line.push(next);
  else lines.set(request.socket, [next]);
  if (!isLettingIn) void letIn();
}

async function letIn(): Promise<void> {
  isLettingIn = true;
  // What is set anew while this goes on comes at its end.
  for (const [socket, line] of lines) {
    const pause = turns.yieldToEventLoop();
    if (pause) await pause;
    const next = line.shift();
    lines.delete(socket);
    // Who has hung up meanwhile is not let in.
    if (socket.destroyed) continue;
    if (line.length > 0) lines.set(socket, line);
    next?.();
  }
  isLettingIn = false;
}
