import { Module } from '@nestjs/common';
import { DialledNumbers } from './numbers/dialled-numbers.service.js';

@Module({ providers: [DialledNumbers], exports: [DialledNumbers] })
export class DiallingModule {}
