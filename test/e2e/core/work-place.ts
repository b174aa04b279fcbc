import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString } from 'class-validator';
import type { Response } from 'express';
import { Access, Auth } from '../../../src/core/auth/access.decorator.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { CATALOGUE } from '../../../src/core/shared/catalogue.js';
import { PlatformError } from '../../../src/core/shared/platform-error.js';
import type { PlatformRequest } from '../../../src/core/shared/platform-request.js';
import { Idempotent, Reserved } from '../../../src/core/idempotency/idempotent.decorator.js';
import { Reservation } from '../../../src/core/database/unit-of-work/reservation.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { TestClock } from '../../support/test-clock.js';
import { EXPORT_ERRORS } from '../../../src/features/calls/calls.errors.js';
import { CALL_ACTIONS } from '../../../src/features/calls/calls.audit.js';

const SCOPES = ['full-access', 'read-only'] as const;
const ANSWER = { schema: { type: 'object' } } as const;

class WorkRequest {
  @IsInt()
  amount!: number;

  @IsOptional()
  @IsString()
  idempotency_key?: string;
}

// Gates that hold requests until their test opens them.
const gates = new Map<number, Promise<void>>();

/** Routes whose effect is a single audit row. */
@Controller('test/chores')
class WorkController {
  constructor(private readonly metadata: MetadataStore) {}

  @Post('header')
  @HttpCode(201)
  @ApiCreatedResponse(ANSWER)
  @Access({ scopes: ['full-access'], surface: 'partner' })
  @Idempotent({ operation: 'test.header', required: true })
  inHeader(@Auth() auth: AuthContext, @Body() body: WorkRequest, @Reserved() reservation: Reservation) {
    return this.work(auth, body, reservation);
  }

  @Post('either/:thing')
  @HttpCode(200)
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general' })
  @Idempotent({ operation: 'test.either', required: true, key: 'header_or_body' })
  either(
    @Auth() auth: AuthContext,
    @Body() body: WorkRequest,
    @Param('thing') _thing: string,
    @Reserved() reservation: Reservation,
  ) {
    return this.work(auth, body, reservation);
  }

  @Post('optional')
  @HttpCode(200)
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general' })
  @Idempotent({ operation: 'test.optional' })
  optional(
    @Auth() auth: AuthContext,
    @Body() body: WorkRequest,
    @Reserved() reservation: Reservation | null,
  ) {
    return this.work(auth, body, reservation);
  }

  @Post('forgetful')
  @HttpCode(200)
  @ApiOkResponse(ANSWER)
  @Access({ scopes: SCOPES, surface: 'general' })
  @Idempotent({ operation: 'test.forgetful', required: true })
  forgetful(): object {
    return {};
  }

  @Post('streamed')
  @HttpCode(200)
  @ApiBody({ schema: {} })
  @ApiOkResponse(ANSWER)
  @Access({
    scopes: SCOPES,
    surface: 'general',
    body: { bytes: 4096, types: ['application/x-ndjson'], streamed: true },
  })
  @Idempotent({
    operation: 'test.streamed',
    required: true,
    streamed: true,
    inProgress: EXPORT_ERRORS.inProgress,
  })
  async streamed(
    @Auth() auth: AuthContext,
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: Response,
    @Reserved() reservation: Reservation,
  ) {
    let bytes = 0;
    for await (const chunk of reservation.follow(request)) bytes += chunk.length;
    response.setHeader('X-Bytes', String(bytes));
    return this.metadata.transaction(auth, async (tx) => {
      await tx.audit({
        action: CALL_ACTIONS.piiAccessRecorded,
        outcome: 'success',
        metadata: { amount: bytes },
      });
      return tx.complete(reservation, { bytes }, { 'X-Bytes': String(bytes) });
    });
  }

  private work(auth: AuthContext, { amount }: WorkRequest, reservation: Reservation | null) {
    return this.metadata.transaction(auth, async (tx) => {
      await tx.audit({ action: CALL_ACTIONS.piiAccessRecorded, outcome: 'success', metadata: { amount } });
      await gates.get(amount);
      if (amount < 0) throw new PlatformError(CATALOGUE.conflict);
      return tx.complete(reservation, { zeta: amount, alpha: 'first' });
    });
  }
}

/** Holds requests of this amount in their transaction until the returned function is called. */
export const gate = (amount: number): (() => void) => {
  let open: () => void = () => undefined;
  gates.set(amount, new Promise((resolve) => (open = resolve)));
  return () => {
    gates.delete(amount);
    open();
  };
};

/** Two processes over one store with the routes above, and a tenant whose key uses them. */
export class WorkPlace {
  readonly clock = new TestClock(new Date('2026-11-02T03:00:00.000Z'));
  test!: TestApp;
  second!: TestApp;
  tenant!: TestTenant;
  key!: string;

  async open(): Promise<void> {
    const { clock } = this;
    this.test = await startTestApp({ clock, controllers: [WorkController] });
    const { databases, settings } = this.test;
    this.second = await startTestApp({
      clock,
      controllers: [WorkController],
      databases,
      settings: () => settings,
    });
  }

  async close(): Promise<void> {
    await this.second.close();
    await this.test.close();
  }

  async newTenant(): Promise<void> {
    this.tenant = await this.test.world.aTenant();
    this.key = await this.test.world.aKey(this.tenant, 'full-access');
  }

  post(path: string, body: object, idempotencyKey?: string, credentials = this.key, app = this.test) {
    const request = app.request().post(`/test/chores/${path}`).set('X-API-Key', credentials);
    if (idempotencyKey !== undefined) request.set('Idempotency-Key', idempotencyKey);
    return request.send(body);
  }

  /** The amounts that were processed, in order. */
  async effects(of = this.tenant): Promise<number[]> {
    const rows = await this.test.world.sql<{ metadata: { amount: number } }>(
      `SELECT metadata FROM audit_events WHERE client_id = $1 AND data_env = $2 ORDER BY event_id`,
      [of.clientId, of.dataEnv],
    );
    return rows.map((row) => row.metadata.amount);
  }

  /** How many idempotency records the tenant has. */
  async records(): Promise<number> {
    const rows = await this.test.world.sql(`SELECT 1 FROM idempotency_records WHERE client_id = $1`, [
      this.tenant.clientId,
    ]);
    return rows.length;
  }
}
