// Everybody else waits no longer than this for the loop, plus one step of the work: well below the 25 ms that one
// stall may last.
const SLICE_MS = 8;

const waiting: (() => void)[] = [];

function letOneGoOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneGoOn);
}

/** Resolves when it is the caller's turn: of all who wait, one goes on in each turn of the event loop. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letOneGoOn);
  });
}

/**
 * Divides long work into slices, so that one process answers others meanwhile: between two steps of the work
 * `if (slices.isOver()) await slices.next();`. However many pieces of work are under way, the loop is held for one
 * slice and not for one of each.
 */
export class Slices {
  private until = performance.now() + SLICE_MS;

  isOver(): boolean {
    return performance.now() >= this.until;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.until = performance.now() + SLICE_MS;
  }
}
