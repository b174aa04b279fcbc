import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import { OutboundFailure } from '../../../core/outbound-http/outbound-failure.js';
import { OutboundHttp } from '../../../core/outbound-http/outbound-http.js';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import type { TranscriptMode } from '../rules/vocabulary.js';
import { addressProblem } from './endpoint-address.policy.js';

/** The fields of a configuration that need a lookup. */
interface Terms {
  readonly projectId: string;
  readonly endpointUrl: string | undefined;
  readonly transcriptToSend: TranscriptMode | undefined;
}

/** Checks a webhook's configuration where a check needs more than one field or a lookup. */
@Injectable()
export class EndpointTerms {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly permissions: PiiPermissions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @throws 422 for an address that may not be called (webhooks 2.4), or a transcript that is not
   *   permitted (webhooks 2.6)
   */
  async assertAllowed(auth: AuthContext, { projectId, endpointUrl, transcriptToSend }: Terms): Promise<void> {
    if (transcriptToSend === 'original' && !(await this.permissions.of(auth, projectId)).transcript) {
      throw unprocessable({
        loc: ['body', 'transcript_to_send'],
        message:
          'original is only allowed if the tenant permits transcripts for your role; choose none ' +
          'or redacted',
        type: 'transcript_not_permitted',
      });
    }
    if (endpointUrl !== undefined) await this.assertAddress(endpointUrl);
  }

  private async assertAddress(url: string): Promise<void> {
    try {
      await this.outbound.check(url);
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      const problem = addressProblem(error.reason, this.settings.outbound.ports);
      throw unprocessable({ loc: ['body', 'endpoint_url'], ...problem });
    }
  }
}
