import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TransactionEvents } from './transaction-events.js';

@Global()
@Module({ imports: [DiscoveryModule], providers: [TransactionEvents], exports: [TransactionEvents] })
export class EventsModule {}
