import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { WorkMetrics } from './work-metrics.js';
import { WorkRelay } from './work-relay.js';
import { WorkRunner } from './work-runner.js';

/** The relay, which only the worker process runs; appending work items does not need it. */
@Module({ imports: [DiscoveryModule], providers: [WorkMetrics, WorkRunner, WorkRelay] })
export class WorkModule {}
