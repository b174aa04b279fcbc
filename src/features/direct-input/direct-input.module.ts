import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { mountPublicPage } from '../../core/server/pages/public-page.js';
import { CallsModule } from '../calls/calls.module.js';
import { CloseSessionsOnCallEnd } from './erasure/ended-calls.listener.js';
import { EraseSessions } from './erasure/erase-sessions.work.js';
import { BrowserCookie } from './form/browser-cookie.js';
import { FormController } from './form/form.controller.js';
import { FormService } from './form/form.service.js';
import { DirectInputSecrets } from './lookup/direct-input-secrets.js';
import { LinkOwner } from './lookup/link-owner.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';

/** Forms that callers fill in during a call; only the runtime can read the answers. */
@Module({
  imports: [CallsModule],
  controllers: [SessionsController, FormController],
  providers: [
    DirectInputSecrets,
    LinkOwner,
    BrowserCookie,
    SessionsService,
    FormService,
    CloseSessionsOnCallEnd,
    EraseSessions,
  ],
})
export class DirectInputModule implements NestModule {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly cookie: BrowserCookie,
  ) {}

  configure(): void {
    const { httpAdapter } = this.host;
    httpAdapter.use('/i', (request: Request, response: Response, next: NextFunction): void => {
      const isPage = request.method === 'GET' && request.path === '/';
      if (isPage && this.cookie.of(request) === null) this.cookie.set(response, this.cookie.make());
      next();
    });
    mountPublicPage(httpAdapter, 'i');
  }
}
