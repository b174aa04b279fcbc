import { Global, Module } from '@nestjs/common';
import { Cursors } from './cursor.js';
import { RequestBody } from './request-body.js';

/** Pieces of the request pipeline that are injected. */
@Global()
@Module({ providers: [RequestBody, Cursors], exports: [RequestBody, Cursors] })
export class HttpModule {}
