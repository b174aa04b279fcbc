import { Injectable } from '@nestjs/common';

/** The only source of "now" in the service; tests hand in one they move by hand. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
