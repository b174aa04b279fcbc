import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { WorkMetrics } from './work-metrics.js';
import { WorkRelay } from './work-relay.js';
import { WorkRunner } from './work-runner.js';

/** The relay, which the worker process alone runs; appending marks needs none of it. */
@Module({ imports: [DiscoveryModule], providers: [WorkMetrics, WorkRunner, WorkRelay] })
export class WorkModule {}
