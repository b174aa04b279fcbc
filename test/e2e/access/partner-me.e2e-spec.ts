import { describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';

describe('GET /v1/partner/me', () => {
  const test = useSharedApp();

  // partner 1.1, 1.2
  it('shows an API key which key it is', async () => {
    const tenant = await test.world.aTenant();
    const key = await test.world.aKey(tenant, 'partner_user');
    const response = await test.request().get('/v1/partner/me').set('X-API-Key', key);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      client_id: tenant.clientId,
      scope: 'partner_user',
      data_env: 'prod',
      auth_type: 'api_key',
      api_key_id: expect.any(String) as string,
      api_key_description: 'test key',
      expires_at: null,
    });
  });

  // partner 1.1, 1.2
  it('shows a session for whom it acts', async () => {
    const tenant = await test.world.aTenant();
    const user = await test.world.aUser(tenant, { role: 'partner_admin' });
    const response = await test
      .request()
      .get('/v1/partner/me')
      .set('Authorization', `Bearer ${user.token()}`);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      client_id: tenant.clientId,
      scope: 'partner_admin',
      data_env: 'prod',
      auth_type: 'bearer',
    });
  });
});
