import { Injectable } from '@nestjs/common';
import { SignInBrowsers } from '../../portal/entry/sign-in-browsers.service.js';
import { SignInStore } from '../lookup/sign-in-store.service.js';
import { DirectoryFailure } from '../provider/directory-failure.js';
import { DirectorySignIns, refusalOf } from '../provider/directory-sign-ins.service.js';
import { domainOfAddress } from '../rules/domain.policy.js';

/** Finds out where the person with an address signs in (single-sign-on 4.1). */
@Injectable()
export class AddressSignIn {
  constructor(
    private readonly store: SignInStore,
    private readonly signIns: DirectorySignIns,
    private readonly browsers: SignInBrowsers,
  ) {}

  /**
   * Begins at the directory of the address's domain, else leads to the provider of the deployment.
   * @throws 403, 503 if the directory cannot be asked
   */
  async locationOf(address: string, browser: string, returnTo: string): Promise<string> {
    const domain = domainOfAddress(address);
    const connectionId = domain === null ? null : await this.store.connectionOfDomain(domain);
    const url = connectionId === null ? null : await this.begin(connectionId, browser, returnTo, address);
    return url ?? this.browsers.providerUrl(returnTo);
  }

  private async begin(connectionId: string, browser: string, returnTo: string, hint: string) {
    const nobody = { userId: null, sessionId: null };
    const beginning = { purpose: 'sign_in', connectionId, returnTo, ...nobody, hint } as const;
    try {
      return await this.signIns.begin(browser, beginning);
    } catch (error) {
      throw error instanceof DirectoryFailure ? refusalOf(error.reason) : error;
    }
  }
}
