import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SETTINGS, settingsOf, type Settings } from '../../../config/settings.js';
import { Clock } from '../../../core/time/clock.js';
import { BILLING_SETTINGS } from '../billing.settings.js';
import { BillingProvider } from '../provider/billing-provider.js';
import { ProviderRefusedError } from '../provider/provider-faults.js';

/** Whether billing can work, and when that was determined (operations 1.6). */
export interface Readiness {
  readonly status: 'connected' | 'error';
  readonly code: string;
  readonly message: string;
  readonly checkedAt: Date;
}

type Finding = Omit<Readiness, 'checkedAt'>;

const OK: Finding = { status: 'connected', code: 'ok', message: 'The billing provider answers.' };
const UNKNOWN: Finding = {
  status: 'error',
  code: 'billing_provider_unavailable',
  message: 'The billing provider has not answered yet.',
};
const AWAY: Finding = { ...UNKNOWN, message: 'The billing provider does not answer.' };
const invalid = (message: string): Finding => ({
  status: 'error',
  code: 'billing_configuration_invalid',
  message,
});

// Monitors ask every few seconds; an outage or recovery of the provider is visible within a minute.
const KEPT_MS = 60_000;

/** The readiness of billing, determined in the background: health never waits for the provider. */
@Injectable()
export class BillingReadiness implements OnApplicationBootstrap {
  private readonly problem: Finding | null;
  private latest: Readiness;
  private asking: Promise<void> | null = null;

  constructor(
    private readonly provider: BillingProvider,
    private readonly clock: Clock,
    @Inject(SETTINGS) settings: Settings,
  ) {
    const { BILLING_PROVIDER_KEY: key, BILLING_RETURN_URL: returnUrl } = settingsOf(
      settings,
      BILLING_SETTINGS,
    );
    this.problem = configurationProblem(key, returnUrl);
    this.latest = { ...(this.problem ?? UNKNOWN), checkedAt: clock.now() };
  }

  onApplicationBootstrap(): void {
    void this.refresh();
  }

  /**
   * Returns the latest known readiness; if it is older than a minute, reads it again for later
   * callers.
   */
  now(): Readiness {
    if (this.clock.now().getTime() - this.latest.checkedAt.getTime() >= KEPT_MS) void this.refresh();
    return this.latest;
  }

  private refresh(): Promise<void> {
    // Wrong settings stay wrong until the process restarts.
    if (this.problem !== null) return Promise.resolve();
    this.asking ??= this.ask().finally(() => (this.asking = null));
    return this.asking;
  }

  private async ask(): Promise<void> {
    const found = await this.provider.check().then(() => OK, findingOf);
    this.latest = { ...found, checkedAt: this.clock.now() };
  }
}

function configurationProblem(key: string | undefined, returnUrl: string | undefined): Finding | null {
  if (key === undefined) return invalid('No billing provider is configured.');
  return returnUrl === undefined ? invalid('BILLING_RETURN_URL is not set.') : null;
}

const findingOf = (error: unknown): Finding =>
  error instanceof Error && error.cause instanceof ProviderRefusedError
    ? invalid('The billing provider does not accept the configured key.')
    : AWAY;
