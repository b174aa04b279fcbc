import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { tenantKey } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import type { Directory } from '../lookup/sign-in-store.service.js';
import { subjectOfAssertion, type ProvenSubject } from '../rules/proven-subject.policy.js';
import { assertionFault } from '../rules/saml-response.policy.js';
import { replyUrl, samlEntityId } from '../rules/service-addresses.policy.js';
import { DirectoryFailure } from './directory-failure.js';
import { samlServiceMetadata, samlSignInUrl } from './saml-request.js';
import { SamlThread } from './saml-thread.js';

/** A directory of SAML 2.0 (single-sign-on section 5). */
@Injectable()
export class SamlDirectory {
  private readonly origin: string;

  constructor(
    private readonly thread: SamlThread,
    private readonly clock: Clock,
    @Inject(SETTINGS) { portal }: Settings,
  ) {
    this.origin = portal.url;
  }

  /** The metadata of this service, for a directory. */
  metadata(connectionId: string): string {
    return samlServiceMetadata(samlEntityId(this.origin, connectionId), this.replyUrl(connectionId));
  }

  /** @throws DirectoryFailure without settings */
  signInUrl({ connectionId, settings }: Directory, requestId: string, state: string): string {
    if (settings.sign_in_url === null) throw new DirectoryFailure('not_set_up');
    return samlSignInUrl(
      {
        id: requestId,
        at: this.clock.now(),
        destination: settings.sign_in_url,
        issuer: samlEntityId(this.origin, connectionId),
        replyUrl: this.replyUrl(connectionId),
      },
      state,
    );
  }

  /**
   * Checks an answer: its one assertion, signature, issuer, audience, recipient, request and times.
   * @throws DirectoryFailure, 503 while all threads are busy
   */
  async prove(
    { tenant, connectionId, settings }: Directory,
    requestId: string,
    response: string,
  ): Promise<ProvenSubject> {
    const { issuer, certificates } = settings;
    if (issuer === null || certificates.length === 0) throw new DirectoryFailure('not_set_up');
    const expected = {
      issuer,
      audience: samlEntityId(this.origin, connectionId),
      recipient: this.replyUrl(connectionId),
      requestId,
    };
    const answer = await this.thread.response(tenantKey(tenant), {
      kind: 'response',
      response,
      certificates,
      ...expected,
    });
    if ('fault' in answer) throw new DirectoryFailure('answer_not_valid', answer.fault);
    const fault = assertionFault(answer.facts, { ...expected, now: this.clock.now() });
    if (fault !== null) throw new DirectoryFailure('answer_not_valid', fault);
    return subjectOfAssertion(answer.facts);
  }

  private replyUrl(connectionId: string): string {
    return replyUrl(this.origin, 'saml', connectionId);
  }
}
