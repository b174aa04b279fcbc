import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { inviteBody } from '../server/body/request-body.js';
import { CATALOGUE } from '../shared/catalogue.js';
import { PlatformError } from '../shared/platform-error.js';
import type { PlatformRequest } from '../shared/platform-request.js';
import { PUBLIC_DOOR, type PublicDoor } from './public-door.decorator.js';
import { PublicDoors } from './public-doors.js';

/** Counts requests to routes with a public door, before their bodies are read (requests 8.10). */
@Injectable()
export class PublicDoorGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly doors: PublicDoors,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const door = this.reflector.get<PublicDoor | undefined>(PUBLIC_DOOR, context.getHandler());
    return door === undefined || this.enter(door, context.switchToHttp().getRequest<PlatformRequest>());
  }

  /** @throws 429 if a limit refuses this request; 503 if the store does not answer */
  private async enter(door: PublicDoor, request: PlatformRequest): Promise<true> {
    // Before the limits are checked: whether `100 Continue` is sent would reveal the outcome.
    inviteBody(request);
    const { result, retryAfterSeconds } = await this.doors.enter(door, request.ip);
    if (result === 'ceiling' && door.sparesKnown) request.isAboveCeiling = true;
    else if (result !== 'admitted') throw new PlatformError(CATALOGUE.rateLimited, { retryAfterSeconds });
    return true;
  }
}
