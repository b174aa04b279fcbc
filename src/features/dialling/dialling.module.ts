import { Module } from '@nestjs/common';
import { DialledNumbers } from './numbers/dialled-numbers.service.js';

/** Which numbers the platform dials. */
@Module({ providers: [DialledNumbers], exports: [DialledNumbers] })
export class DiallingModule {}
