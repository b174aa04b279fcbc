import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';

/** The committed document; another test compares it with the routes. */
const document = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
) as OpenAPIObject;

/**
 * Operations of a path have the name of an HTTP method; all other fields of the path are shared.
 */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Operations without any of the document's credentials. */
const OPEN = [
  'GET /',
  'GET /v1/health',
  // For people with the link of an invitation (people 4.6).
  'POST /v1/portal/invitations/preview',
  // For people with a link of a mail (email-routing 3.3).
  'POST /v1/email-routing/verify',
  'POST /v1/email-routing/unsubscribe',
  // For people without an account (demo sections 2 and 3).
  'GET /v1/public/demo/dial-me/challenge',
  'POST /v1/public/demo/dial-me',
  // For the page of a form, with a token in the body (direct-input 3.3, 4.1).
  'POST /v1/direct-input/context',
  'POST /v1/direct-input/submit',
  // For holders of break-glass, who bring a passkey (break-glass 1.3).
  'POST /v1/portal/break-glass/challenge',
  'POST /v1/portal/break-glass/sign-in',
  // For readers of the tokens of sessions (access 2.11).
  'GET /v1/portal/jwks',
  // Only for the portal's session, which is not a credential of the document (portal-sessions 6.1).
  'GET /v1/portal/session',
  'PUT /v1/portal/profile',
  'GET /v1/portal/sessions',
  'DELETE /v1/portal/sessions/{session_id}',
  'POST /v1/portal/sessions/revoke-others',
  'POST /v1/portal/sign-out',
  // For people who are not signed in yet (single-sign-on 4.1).
  'POST /v1/portal/sign-in/address',
];

describe('the credentials of the OpenAPI document', () => {
  it('are both ways to sign in, and one of them on every protected operation', () => {
    expect(document.components?.securitySchemes).toEqual({
      ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      Bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    });
    const open = Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]?.security?.length === 0).map(
        (method) => `${method.toUpperCase()} ${path}`,
      ),
    );
    expect(open).toEqual(OPEN);
    // Operations without their own requirement accept either credential.
    expect(document.security).toEqual([{ ApiKey: [] }, { Bearer: [] }]);
  });
});
