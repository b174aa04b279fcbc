import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { PORTAL_ERRORS } from '../../portal/portal.errors.js';
import { newSecret } from '../lookup/sign-in-secrets.js';
import { SignInStore, type BegunSignIn, type Directory } from '../lookup/sign-in-store.service.js';
import type { ProvenSubject } from '../rules/proven-subject.policy.js';
import { DirectoryFailure, type DirectoryFailureReason } from './directory-failure.js';
import { OidcDirectory } from './oidc-directory.js';
import { SamlDirectory } from './saml-directory.js';

/** Short enough to try again soon, without flooding a directory that is down. */
const RETRY_SECONDS = 5;

type Beginning = Pick<BegunSignIn, 'purpose' | 'connectionId' | 'returnTo' | 'userId' | 'sessionId'> & {
  /** The address that the person typed. */
  readonly hint: string | null;
};

/** The result of a directory's answer. */
export type Outcome =
  | { readonly proven: ProvenSubject }
  | { readonly failure: { readonly reason: DirectoryFailureReason; readonly detail: string | null } };

/** A sign-in that has returned from its directory. */
export interface EndedSignIn {
  readonly begun: BegunSignIn;
  readonly directory: Directory;
  readonly outcome: Outcome;
}

/**
 * Redirects browsers to the directories of clients, and receives their answers (single-sign-on
 * section 4).
 */
@Injectable()
export class DirectorySignIns {
  private readonly logger = new Logger(DirectorySignIns.name);

  constructor(
    private readonly store: SignInStore,
    private readonly oidc: OidcDirectory,
    private readonly saml: SamlDirectory,
  ) {}

  /**
   * Begins a sign-in in a browser: a test with the newest settings, everything else with those in use.
   * @returns the address of the directory; null: no one signs in through the connection
   * @throws DirectoryFailure
   */
  async begin(browser: string, { hint, ...beginning }: Beginning): Promise<string | null> {
    const directory = await this.directoryFor(beginning);
    if (!directory) return null;
    const begun: BegunSignIn = {
      ...beginning,
      version: directory.version,
      nonce: newSecret(),
      verifier: newSecret(),
      // An XML ID cannot begin with a digit.
      requestId: `_${randomBytes(20).toString('hex')}`,
    };
    const state = newSecret();
    const url =
      directory.kind === 'oidc'
        ? await this.oidc.signInUrl(directory, begun, state, hint)
        : this.saml.signInUrl(directory, begun.requestId, state);
    await this.store.begin(browser, state, begun);
    return url;
  }

  /**
   * Ends the sign-in to which a browser returned from a directory of OpenID Connect; it is good for
   * once.
   * @throws 400 for a state that this browser did not begin at this connection
   */
  async endOidc(connectionId: string, browser: string | null, query: URLSearchParams): Promise<EndedSignIn> {
    const [state = '', ...others] = query.getAll('state');
    const taken = others.length > 0 || browser === null ? null : await this.store.take(state, browser);
    const directory = taken && (await this.directoryOf(taken.begun, connectionId));
    if (!taken || directory?.kind !== 'oidc') throw notKnown();
    const { begun } = taken;
    const outcome = await outcomeOf(() => this.oidc.prove(directory, begun, state, query));
    return this.ended({ begun, directory, outcome });
  }

  /**
   * Takes the answer of a directory of SAML. It comes by POST from another site, without the cookie
   * of the browser, so it waits for the browser.
   * @throws 400 for an answer to no sign-in, and for a second one
   */
  async takeSaml(connectionId: string, state: string, response: string): Promise<void> {
    const begun = await this.store.unanswered(state);
    const directory = begun && (await this.directoryOf(begun, connectionId));
    if (directory?.kind !== 'saml') throw notKnown();
    const outcome = await outcomeOf(() => this.saml.prove(directory, begun!.requestId, response));
    if (!(await this.store.keepAnswer(state, outcome))) throw notKnown();
  }

  /**
   * Ends a sign-in whose answer has come, for the browser in which it began.
   * @throws 400 for every other state and browser
   */
  async endSaml(connectionId: string, browser: string | null, state: string): Promise<EndedSignIn> {
    const taken = browser === null ? null : await this.store.take(state, browser);
    const directory = taken && (await this.directoryOf(taken.begun, connectionId));
    if (!taken?.answer || directory?.kind !== 'saml') throw notKnown();
    return this.ended({ begun: taken.begun, directory, outcome: taken.answer as Outcome });
  }

  private ended(ended: EndedSignIn): EndedSignIn {
    const { begun, outcome } = ended;
    if ('failure' in outcome)
      this.logger.warn({
        msg: 'a directory has not proven a person',
        connection_id: begun.connectionId,
        purpose: begun.purpose,
        ...outcome.failure,
      });
    return ended;
  }

  private directoryFor({ purpose, connectionId }: Pick<BegunSignIn, 'purpose' | 'connectionId'>) {
    return this.store.directory(connectionId, purpose === 'test' ? 'newest' : 'serving');
  }

  /** Null at the address of another connection, or if its settings have changed since. */
  private async directoryOf(begun: BegunSignIn, connectionId: string): Promise<Directory | null> {
    if (begun.connectionId !== connectionId) return null;
    const directory = await this.directoryFor(begun);
    return directory?.version === begun.version ? directory : null;
  }
}

const notKnown = (): PlatformError => new PlatformError(PORTAL_ERRORS.signInNotKnown);

async function outcomeOf(prove: () => Promise<ProvenSubject>): Promise<Outcome> {
  try {
    return { proven: await prove() };
  } catch (error) {
    if (!(error instanceof DirectoryFailure)) throw error;
    return { failure: { reason: error.reason, detail: error.detail } };
  }
}

/** The answer for a person whom the directory has not identified. */
export const refusalOf = (reason: DirectoryFailureReason): PlatformError =>
  reason === 'directory_unreachable'
    ? new PlatformError(PORTAL_ERRORS.identityProviderUnavailable, { retryAfterSeconds: RETRY_SECONDS })
    : new PlatformError(PORTAL_ERRORS.signInRefused);
