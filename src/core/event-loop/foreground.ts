import { setTimeout as delay } from 'node:timers/promises';

let atWork = 0;

/** A request that bulk work makes room for, until it is answered or says that it is bulk work itself. */
export class Foreground {
  private isCounted = true;

  constructor() {
    atWork += 1;
  }

  /** A second call does nothing. */
  leave(): void {
    if (!this.isCounted) return;
    this.isCounted = false;
    atWork -= 1;
  }
}

/** Whether any request of this process is one that bulk work makes room for. */
export const isForegroundAtWork = (): boolean => atWork > 0;

/** Waits, if there is any. */
export const makeRoom = async (ms: number): Promise<void> => {
  if (isForegroundAtWork()) await delay(ms);
};
