import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { PlatformRequest } from '../../../core/shared/platform-request.js';
import { SessionEnds } from '../../portal/entry/session-ends.service.js';
import { SessionOpener } from '../../portal/entry/session-opener.service.js';
import { SignInStore } from '../lookup/sign-in-store.service.js';
import { refusalOf, type EndedSignIn } from '../provider/directory-sign-ins.service.js';
import { ConnectionTests } from './connection-tests.service.js';
import { DirectoryLinks } from './directory-links.service.js';
import { DirectoryPeople } from './directory-people.service.js';

/**
 * Completes the purpose of a sign-in after its directory has answered (single-sign-on section 4).
 */
@Injectable()
export class DirectorySessions {
  constructor(
    private readonly store: SignInStore,
    private readonly people: DirectoryPeople,
    private readonly tests: ConnectionTests,
    private readonly links: DirectoryLinks,
    private readonly sessions: SessionOpener,
    private readonly ends: SessionEnds,
  ) {}

  /** @throws 403, 409, 503 depending on the purpose */
  async end(ended: EndedSignIn, request: PlatformRequest, response: Response): Promise<void> {
    const { purpose } = ended.begun;
    if (purpose === 'test') return this.tests.end(ended);
    // A person whom the requirement locked out has just signed in with the directory.
    const opens = purpose === 'sign_in' || (await this.links.end(ended));
    if (opens) await this.open(ended, request, response);
  }

  private async open(
    { directory, outcome }: EndedSignIn,
    request: PlatformRequest,
    response: Response,
  ): Promise<void> {
    if ('failure' in outcome) throw refusalOf(outcome.failure.reason);
    const { tenant, connectionId } = directory;
    const { authTime, amr } = outcome.proven;
    const subject = await this.store.subjectOf(await this.people.admit(directory, outcome.proven));
    const proof = {
      authTime: authTime === null ? null : new Date(authTime),
      amr,
      connectionId,
      breakGlassId: null,
    };
    const { clientId: onlyClientId, dataEnv } = tenant;
    await this.sessions.open({ subject, dataEnv, onlyClientId, proof, provided: null }, request, response);
    // The connection may have been disabled while the directory answered.
    if (await this.store.directory(connectionId, 'serving')) return;
    await this.ends.ofConnection(connectionId);
    throw refusalOf('directory_refused');
  }
}
