import { Injectable } from '@nestjs/common';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { SystemQueries } from '../../../core/database/metadata/system-queries.js';
import { Clock } from '../../../core/time/clock.js';
import { BillingProvider } from '../provider/billing-provider.js';
import { CUSTOMER_CHANGED, PRICE_CHANGED } from './provider-events.queries.js';

/** Receives the provider's notice of a change, so that its facts are read again (billing 11.4). */
@Injectable()
export class ProviderEventsService {
  constructor(
    private readonly provider: BillingProvider,
    private readonly system: SystemQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws 404 if no secret is set; 400 without the provider's signature; 503, so that the
   *   provider sends it again
   */
  async receive(bytes: Buffer, signature: string): Promise<void> {
    const event = await this.provider.readEvent(bytes, signature);
    if (event === null)
      throw new PlatformError(CATALOGUE.validationFailed, {
        message: 'The signature does not match this body, or is older than five minutes.',
      });
    const { subject, happenedAt, eventId } = event;
    if (subject === null) return;
    const [statement, id] =
      'customerId' in subject ? [CUSTOMER_CHANGED, subject.customerId] : [PRICE_CHANGED, subject.priceId];
    await this.system.query(statement, [id, this.clock.now(), happenedAt, eventId]);
  }
}
