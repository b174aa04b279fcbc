import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { INTERNAL_ROLES } from '../../../core/shared/roles.js';
import { MovesResponse } from './moves.response.js';
import { TenantMoves } from './moves.service.js';

/** operations 9.9. */
@Routes('v1/portal/moves', 'Moves')
export class MovesController {
  constructor(private readonly moves: TenantMoves) {}

  @Get()
  @Access({ scopes: INTERNAL_ROLES, credentials: 'bearer', client: 'query', surface: 'domain' })
  @Operation("Lists moves of a client's call data between stores, and their progress.")
  @Answers(MovesResponse)
  async listTenantMoves(@Auth() auth: AuthContext, @Query() _query: ClientChoice): Promise<MovesResponse> {
    const rows = await this.moves.ofTenant(auth);
    return {
      items: rows.map((row) => ({
        move_id: row.move_id,
        source_store: row.source_store,
        target_store: row.target_store,
        state: row.state,
        started_at_utc: row.started_at.toISOString(),
        state_at_utc: row.state_at.toISOString(),
        ended_at_utc: row.ended_at?.toISOString() ?? null,
        tables: row.tables,
        tables_copied: row.tables_copied,
        rows_compared: row.rows_compared,
        pause_ms: row.pause_ms,
        note: row.note,
      })),
    };
  }
}
