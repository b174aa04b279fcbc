import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { mountPublicPage } from '../../core/server/pages/public-page.js';
import { notFound } from '../../core/shared/platform-error.js';
import { DiallingModule } from '../dialling/dialling.module.js';
import { DispatchModule } from '../dispatch/dispatch.module.js';
import { DemoChallenges } from './dial-me/demo-challenges.service.js';
import { DialMeController } from './dial-me/dial-me.controller.js';
import { DialMeService } from './dial-me/dial-me.service.js';
import { DemoProject } from './rules/demo-project.js';

const ROUTES = '/v1/public/demo/';

/** The public demo: people without an account can request a call. */
@Module({
  imports: [DiallingModule, DispatchModule],
  controllers: [DialMeController],
  providers: [DemoProject, DemoChallenges, DialMeService],
})
export class DemoModule implements NestModule {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly demo: DemoProject,
  ) {}

  /** Without a demo its addresses do not exist (demo 1.2). */
  configure(): void {
    const { httpAdapter } = this.host;
    if (this.demo.known !== null) {
      mountPublicPage(httpAdapter, 'demo');
      return;
    }
    httpAdapter.use((request: Request, _response: Response, next: NextFunction) =>
      next(request.path.startsWith(ROUTES) ? notFound() : undefined),
    );
  }
}
