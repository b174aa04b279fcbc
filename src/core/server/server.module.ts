import { Global, Module } from '@nestjs/common';
import { BodyBudget } from './body/body-budget.js';
import { BodyPace } from './body/body-pace.js';
import { Cursors } from '../http/paging/cursor.js';
import { RequestBody } from './body/request-body.js';
import { OwnRoutes } from './own-routes.js';

@Global()
@Module({
  providers: [RequestBody, BodyBudget, BodyPace, Cursors, OwnRoutes],
  exports: [RequestBody, BodyBudget, BodyPace, Cursors, OwnRoutes],
})
export class ServerModule {}
