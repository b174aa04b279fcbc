import { Module } from '@nestjs/common';
import { MovesController } from './progress/moves.controller.js';
import { TenantMoves } from './progress/moves.service.js';

/** The record of moves of tenants between stores; operators' commands perform them. */
@Module({ controllers: [MovesController], providers: [TenantMoves] })
export class TenantMovesModule {}
