// What is found is ended and was sent to nobody meanwhile, so that it can wait for as long as anybody takes to look.
const APART_MS = 5000;

/**
 * When a line looks for what waits for webhooks that it does not send to. That goes through all that waits for the tenant, so it is
 * not done at each wake. A wake that comes too soon owes a look, for which it leaves a mark: perhaps it was the last one.
 */
export class StrayLooks {
  private lookedAt = -Infinity;
  private isOwed = false;

  /** Whether a wake of now looks. @param now in milliseconds of a clock that only goes on */
  begin(now: number): boolean {
    this.isOwed = now - this.lookedAt < APART_MS;
    return !this.isOwed;
  }

  looked(now: number): void {
    this.lookedAt = now;
  }

  /** In how many seconds the look is due that the last wake owes; null: it has looked. */
  owedIn(now: number): number | null {
    return this.isOwed ? Math.max(0, this.lookedAt + APART_MS - now) / 1000 : null;
  }
}
