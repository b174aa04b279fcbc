import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import { TestClock } from '../../support/test-clock.js';
import { billedBy, useBilling } from './billing-fixture.js';

// operations 1.3, 1.6
describe('the billing block of health', () => {
  const clock = new TestClock();
  const billing = useBilling(clock);
  const { test } = billing;

  const health = async (of = test): Promise<Record<string, string>> => {
    const answer = await of.request().get('/v1/health').expect(200);
    return (answer.body as { billing: Record<string, string> }).billing;
  };

  it('says that the provider answers, and when that was found out', async () => {
    await expect.poll(async () => (await health())['code']).toBe('ok');
    expect(await health()).toEqual({
      status: 'connected',
      code: 'ok',
      message: expect.any(String) as string,
      checked_at_utc: clock.now().toISOString(),
    });
  });

  it('is checked once a minute, in the background', async () => {
    await expect.poll(async () => (await health())['code']).toBe('ok');
    billing.provider.fault = { path: /^\/v1\//, how: { status: 500, body: '' } };
    const asked = billing.provider.requests.length;
    for (let i = 0; i < 5; i += 1) expect((await health())['code']).toBe('ok');
    expect(billing.provider.requests.length).toBe(asked);
    clock.advance(60_000);
    await expect.poll(async () => (await health())['code']).toBe('billing_provider_unavailable');
    clock.advance(60_000);
    billing.provider.fault = {
      path: /^\/v1\//,
      how: { status: 401, body: '{"error":{"message":"Invalid API Key"}}' },
    };
    await expect.poll(async () => (await health())['code']).toBe('billing_configuration_invalid');
    // A provider that does not respond delays no request.
    clock.advance(60_000);
    billing.provider.fault = { path: /^\/v1\//, how: 'hang' };
    expect((await health())['status']).toBe('error');
    billing.provider.fault = null;
  });

  it.each([
    ['BILLING_PROVIDER_KEY', 'No billing provider is configured.'],
    ['BILLING_RETURN_URL', 'BILLING_RETURN_URL is not set.'],
  ])('says what is wrong without %s, and changes no status', async (name, message) => {
    const other = await startTestApp({
      databases: test.databases,
      settings: (settings) => {
        const { features, ...rest } = billedBy(billing.provider)(settings);
        return { ...rest, features: { ...features, [name]: undefined } };
      },
    });
    expect(await health(other)).toMatchObject({
      status: 'error',
      code: 'billing_configuration_invalid',
      message,
    });
    await other.close();
  });
});
