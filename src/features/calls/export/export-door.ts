import type { NextFunction, Request, Response } from 'express';
import { leaveForeground } from '../../../core/kernel/request-context.js';
import { Cooperative } from '../../../core/event-loop/cooperative.js';

const turns = new Cooperative({ rests: true });

/**
 * First stage of every export, before any guard: exports are bulk work, and so are five hundred that are asked for at
 * once. They come in one after the other, in the turns of the loop that bulk work has; who waits holds nothing.
 */
export function exportDoor(request: Request, _response: Response, next: NextFunction): void {
  leaveForeground();
  const pause = turns.yieldToEventLoop();
  // Who has hung up meanwhile is not let in.
  if (pause) void pause.then(() => (request.socket.destroyed ? undefined : next()));
  else next();
}
