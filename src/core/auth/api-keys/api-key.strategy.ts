import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ApiKeyAuthenticator } from './api-key-authenticator.js';
import type { ApiKeyCaller } from '../caller.js';

export const API_KEY_HEADER = 'x-api-key';

/** Takes the key from X-API-Key (access 1.1). */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'api-key') {
  constructor(private readonly keys: ApiKeyAuthenticator) {
    super({ header: API_KEY_HEADER, prefix: '' }, false);
  }

  /** See ApiKeyAuthenticator.recall. */
  recall(request: Request): ApiKeyCaller | null {
    const text = request.headers[API_KEY_HEADER];
    return typeof text === 'string' ? this.keys.recall(text) : null;
  }

  async validate(text: string): Promise<ApiKeyCaller | false> {
    return (await this.keys.authenticate(text)) ?? false;
  }
}
