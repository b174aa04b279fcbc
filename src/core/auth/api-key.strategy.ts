import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ApiKeyAuthenticator } from './api-key-authenticator.js';
import type { ApiKeyCaller } from './caller.js';

/** Takes the key from X-API-Key (access 1.1). */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'api-key') {
  constructor(private readonly keys: ApiKeyAuthenticator) {
    super({ header: 'X-API-Key', prefix: '' }, false);
  }

  async validate(text: string): Promise<ApiKeyCaller | false> {
    return (await this.keys.authenticate(text)) ?? false;
  }
}
