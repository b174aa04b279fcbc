/** The remaining time of a form. */
export type TimeLeft =
  | { readonly kind: 'minutes'; readonly minutes: number }
  | { readonly kind: 'last-minute' }
  | { readonly kind: 'over' };

const MINUTE_MS = 60_000;

/** Whole minutes, so that the page promises no more time than there is. */
export function timeLeft(deadline: number, now: number): TimeLeft {
  const left = deadline - now;
  if (left <= 0) return { kind: 'over' };
  const minutes = Math.floor(left / MINUTE_MS);
  return minutes === 0 ? { kind: 'last-minute' } : { kind: 'minutes', minutes };
}

/** Minutes in words of a language: '9 minutes'. */
export function inWords(minutes: number, locale: string): string {
  try {
    return new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
      minutes,
    );
  } catch {
    // Browsers before 2020 have no units.
    return `${minutes} min`;
  }
}

// The words change once in a minute.
const LOOK_EVERY_MS = 1_000;

/**
 * Watches a deadline of the service by the device's clock, whose error the service's own time
 * shows.
 */
export class Deadline {
  private readonly at: number;
  private readonly timer: number;
  private shown = '';

  constructor(
    expiresAt: number,
    serverTime: number,
    private readonly onChange: (left: TimeLeft) => void,
  ) {
    this.at = expiresAt + Date.now() - serverTime;
    this.timer = window.setInterval(() => this.look(), LOOK_EVERY_MS);
    this.look();
  }

  stop(): void {
    window.clearInterval(this.timer);
  }

  private look(): void {
    const left = timeLeft(this.at, Date.now());
    const shown = JSON.stringify(left);
    if (shown === this.shown) return;
    this.shown = shown;
    if (left.kind === 'over') this.stop();
    this.onChange(left);
  }
}
