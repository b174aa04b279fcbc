import { Global, Module } from '@nestjs/common';
import { BodyBudget } from './body/body-budget.js';
import { BodyPace } from './body/body-pace.js';
import { Cursors } from '../http/paging/cursor.js';
import { RequestBody } from './body/request-body.js';

@Global()
@Module({
  providers: [RequestBody, BodyBudget, BodyPace, Cursors],
  exports: [RequestBody, BodyBudget, BodyPace, Cursors],
})
export class ServerModule {}
