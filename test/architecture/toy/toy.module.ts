import { Module } from '@nestjs/common';
import { ToyController } from './toy.controller.js';
import { ToyPolisher } from './toy.job.js';
import { ToyService } from './toy.service.js';

@Module({ controllers: [ToyController], providers: [ToyService, ToyPolisher] })
export class ToyModule {}
