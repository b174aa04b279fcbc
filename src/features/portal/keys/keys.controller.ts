import { Get, Query } from '@nestjs/common';
import { PublicRoute } from '../../../core/auth/access.decorator.js';
import { OwnKeys } from '../../../core/auth/own-tokens/own-keys.js';
import { EmptyQuery } from '../../../core/http/fields/empty.request.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { BehindPublicDoor } from '../../../core/rate-limit/public-door.decorator.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PortalAddress } from '../lookup/portal-address.js';
import { KeySetResponse } from './keys.response.js';

/** The public keys of the tokens of sessions. */
@Routes('v1/portal', 'Portal sessions')
export class KeysController {
  constructor(
    private readonly keys: OwnKeys,
    private readonly address: PortalAddress,
  ) {}

  @Get('jwks')
  @PublicRoute('domain', {
    errors: [CATALOGUE.notFound, CATALOGUE.rateLimited, CATALOGUE.dependencyUnavailable],
  })
  // A reader caches the keys for minutes, and an address may have several readers.
  @BehindPublicDoor({
    name: 'portal-jwks',
    perAddress: [{ limit: 60, seconds: 60 }],
    ceiling: { limit: 6000, seconds: 60 },
  })
  @Operation(
    'Lists the public keys of the tokens of sessions.',
    'A JSON Web Key Set (RFC 7517). While a key is replaced there are two. 404 where there is no portal.',
  )
  @Answers(KeySetResponse)
  async listSigningKeys(@Query() _query: EmptyQuery): Promise<KeySetResponse> {
    this.address.get();
    return { keys: (await this.keys.published()) as KeySetResponse['keys'] };
  }
}
