import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DEFAULT_BODY_LIMITS } from '../../src/core/auth/body-limits.js';
import { RouteTable } from '../../src/core/openapi/route-table.js';
import { useSharedApp } from '../support/shared-app.js';

type Middleware = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
interface Router {
  readonly rule: string;
  readonly priority: number;
  readonly middlewares: readonly string[];
  readonly service: string;
}
interface Routes {
  readonly http: {
    readonly routers: Readonly<Record<'reads' | 'writes' | 'uploads', Router>>;
    readonly middlewares: Readonly<Record<string, Middleware>>;
    readonly services: {
      readonly main: {
        readonly loadBalancer: {
          readonly servers: readonly { readonly url: string }[];
          readonly serversTransport: string;
          readonly healthCheck: {
            readonly path: string;
            readonly interval: string;
            readonly timeout: string;
          };
        };
      };
    };
    readonly serversTransports: {
      readonly main: {
        readonly maxIdleConnsPerHost: number;
        readonly forwardingTimeouts: Readonly<Record<'responseHeaderTimeout' | 'idleConnTimeout', string>>;
      };
    };
  };
}
interface Start {
  readonly entryPoints: {
    readonly websecure: {
      readonly forwardedHeaders: { readonly insecure: boolean };
      readonly transport: {
        readonly respondingTimeouts: Readonly<Record<'readTimeout' | 'writeTimeout', string>>;
      };
    };
  };
}
interface Compose {
  readonly services: {
    readonly main: { readonly environment: Readonly<Record<string, string>> };
  };
}

const read = (path: string): unknown =>
  parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), { merge: true });
const { http } = read('deploy/edge/routes.yaml') as Routes;
const { websecure } = (read('deploy/edge/traefik.yaml') as Start).entryPoints;
const { services } = read('compose.yaml') as Compose;

/** `1m` and `50s`, in milliseconds. */
const ms = (text: string): number => {
  const [, count, unit] = /^(\d+)(ms|s|m)$/.exec(text)!;
  return Number(count) * { ms: 1, s: 1000, m: 60_000 }[unit as 'ms' | 's' | 'm'];
};

const STREAM = /progress\/stream$/;

// requests 8.9: the edge that deploy/edge shows
describe('the edge', () => {
  const test = useSharedApp();
  const server = (): Server => test.app.getHttpServer();
  const { reads, writes, uploads } = http.routers;
  const middleware = (name: string): Middleware => http.middlewares[name]!;

  it('lets 1,200 requests a minute of a caller through, and 300 at once', () => {
    expect(middleware('rate')['rateLimit']).toMatchObject({ average: 1200, period: '1m', burst: 300 });
    for (const { middlewares } of [reads, writes, uploads]) expect(middlewares).toContain('rate');
  });

  const isUpload = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
    uploads.rule.includes(`Method(\`${method}\`)`) &&
    new RegExp(/PathRegexp\(`(.*)`\)/.exec(uploads.rule)![1]!).test(path);

  it('takes the bodies that the routes take, and none that is larger', () => {
    const sizes = test.app
      .get(RouteTable)
      .entries()
      .filter((route) => !route.path.startsWith('/internal/') && !isUpload(route))
      .map(({ access }) => (access.kind === 'protected' ? access.body : undefined) ?? DEFAULT_BODY_LIMITS)
      .map(({ bytes }) => bytes);
    const { maxRequestBodyBytes, memRequestBodyBytes } = middleware('body')['buffering']!;
    expect([maxRequestBodyBytes, memRequestBodyBytes]).toEqual([Math.max(...sizes), Math.max(...sizes)]);
    expect(writes.middlewares.indexOf('bodies')).toBeLessThan(writes.middlewares.indexOf('body'));
  });

  it('holds no body and no answer of a stream or of an export', () => {
    const routes = test.app.get(RouteTable).entries();
    for (const { middlewares } of [reads, uploads]) expect(middlewares).not.toContain('body');
    expect(routes.filter(isUpload).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /v1/projects/:project_id/knowledge/sources/:source_id/content',
    ]);
    expect(uploads.priority).toBeGreaterThan(writes.priority);
    expect(writes.middlewares).toContain('body');
    expect(writes.priority).toBeGreaterThan(reads.priority);
    expect(writes.rule).toContain('!Path(`/v1/calls/export`)');
    expect(routes.filter(({ path }) => STREAM.test(path)).map(({ method }) => method)).toEqual(['GET']);
    expect(routes.some(({ method, path }) => method === 'POST' && path === '/v1/calls/export')).toBe(true);
  });

  it('shows nothing below /internal', () => {
    for (const { rule } of [reads, writes]) expect(rule).toContain('!PathPrefix(`/internal`)');
  });

  it('has no more connections to a process than that takes', () => {
    const inFlight = middleware('in-flight')['inFlightReq']!['amount'] as number;
    const { maxIdleConnsPerHost } = http.serversTransports.main;
    expect(inFlight + maxIdleConnsPerHost).toBeLessThanOrEqual(server().maxConnections);
  });

  it('waits as long as the service does, and lets streams go on', () => {
    const { respondingTimeouts } = websecure.transport;
    expect(ms(respondingTimeouts.readTimeout)).toBe(server().requestTimeout);
    expect(ms(respondingTimeouts.writeTimeout)).toBe(0);
    expect(ms(http.serversTransports.main.forwardingTimeouts.idleConnTimeout)).toBeLessThan(
      server().keepAliveTimeout,
    );
  });

  it('finds out that a process leaves before that takes no new connections', () => {
    const { path, interval, timeout } = http.services.main.loadBalancer.healthCheck;
    const delay = Number(/:-(\d+)\}/.exec(services.main.environment['SHUTDOWN_DELAY_SECONDS']!)![1]);
    expect(path).toBe('/v1/health');
    expect(ms(interval) + ms(timeout)).toBeLessThan(delay * 1000);
  });

  it('believes no address that a caller sends', () => {
    expect(websecure.forwardedHeaders.insecure).toBe(false);
  });
});

it('names only parts of the edge that there are', () => {
  for (const { middlewares, service } of Object.values(http.routers)) {
    for (const name of middlewares) expect(Object.keys(http.middlewares)).toContain(name);
    expect(Object.keys(http.services)).toContain(service);
  }
  expect(Object.keys(http.serversTransports)).toContain(http.services.main.loadBalancer.serversTransport);
});
