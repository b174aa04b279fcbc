import { Global, Module } from '@nestjs/common';
import { Clock } from './clock.js';

/** The Clock, everywhere. */
@Global()
@Module({ providers: [Clock], exports: [Clock] })
export class TimeModule {}
