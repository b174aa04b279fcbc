import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFresh, RENDERED, RENDERINGS } from '../../../tools/manifests/rendered.ts';
import { manifestsOf, named, ofKind, podsOf, type Manifest } from './manifests.ts';
import { referenceFaults } from './reference-faults.ts';
import { pathFaults } from './path-faults.ts';
import { schemaFaults } from './schema-faults.ts';
import { settingFaults } from './setting-faults.ts';

const FILES = Object.keys(RENDERINGS);
const OVERLAYS = ['small.yaml', 'large.yaml'];

interface Planted {
  readonly mistake: string;
  readonly plant: (manifests: readonly Manifest[]) => void;
  readonly found: RegExp;
}

const api = (manifests: readonly Manifest[]) =>
  podsOf(manifests).find((it) => it.owner === 'Deployment api')!;
const setting = (manifests: readonly Manifest[], name: string) =>
  api(manifests).container.env!.find((it) => it.name === name)!;

const MISSHAPED: readonly Planted[] = [
  {
    mistake: 'a misspelled field',
    plant: (all) => Object.assign(api(all).container, { readynessProbe: {} }),
    found: /^Deployment api: .*readynessProbe.* does not exist/,
  },
  {
    mistake: 'a misspelled field of a custom resource',
    plant: (all) => Object.assign(named(all, 'ScaledObject', 'api').spec, { maxReplicas: 3 }),
    found: /^ScaledObject api: .*maxReplicas.* does not exist/,
  },
  {
    mistake: 'a number that is a text',
    plant: (all) => Object.assign(api(all).spec, { terminationGracePeriodSeconds: '40' }),
    found: /Deployment api: .*'string' is not assignable to type 'number'/,
  },
  {
    mistake: 'a value that a schema does not list',
    plant: (all) =>
      Object.assign(named(all, 'Cluster', 'metadata').spec.postgresql!.synchronous!, { method: 'all' }),
    found: /Cluster metadata: /,
  },
];

const MISLED: readonly Planted[] = [
  {
    mistake: 'a probe at a port of another name',
    plant: (all) => Object.assign(api(all).container.readinessProbe!.httpGet!, { port: 'web' }),
    found: /^Deployment api: a probe asks at port web,/,
  },
  {
    mistake: 'a service that leads to a port of another name',
    plant: (all) => Object.assign(named(all, 'Service', 'api').spec!.ports![0]!, { targetPort: 'web' }),
    found: /^Service api: a pod that it selects has no port web$/,
  },
  {
    mistake: 'a selector that matches nothing',
    plant: (all) =>
      Object.assign(named(all, 'PodDisruptionBudget', 'worker').spec!.selector!.matchLabels!, { tier: 'x' }),
    found: /^PodDisruptionBudget worker selects no pod$/,
  },
  {
    mistake: 'a peer in a namespace that nobody names',
    plant: (all) =>
      Object.assign(named(all, 'NetworkPolicy', 'callers').spec!.ingress![0]!.from![0]!.namespaceSelector!, {
        matchLabels: { 'kubernetes.io/metadata.name': 'ingress' },
      }),
    found: /^NetworkPolicy callers: no namespace is known as ingress$/,
  },
  {
    mistake: 'a key that a secret lacks',
    plant: (all) =>
      Object.assign(setting(all, 'METADATA_DATABASE_URL').valueFrom!.secretKeyRef!, { key: 'api' }),
    found: /^Deployment api: there is no Secret metadata-login api$/,
  },
  {
    mistake: 'a middleware that is not there',
    plant: (all) =>
      Object.assign(named(all, 'IngressRoute', 'api').spec.routes[0]!.middlewares![0]!, { name: 'limit' }),
    found: /^IngressRoute api: there is no Middleware limit$/,
  },
];

const MISSET: readonly Planted[] = [
  {
    mistake: 'a setting that the service does not know',
    plant: (all) => api(all).container.env!.push({ name: 'TRUSTED_PROXY', value: '1' }),
    found: /^Deployment api: TRUSTED_PROXY is no setting$/,
  },
  {
    mistake: 'a setting that the service refuses',
    plant: (all) => Object.assign(setting(all, 'TRUSTED_PROXIES'), { value: 'one' }),
    found: /^Deployment api: .*TRUSTED_PROXIES is malformed/,
  },
  {
    mistake: 'a setting that is missing',
    plant: (all) => Object.assign(setting(all, 'METADATA_DATABASE_URL'), { name: 'MAIL_SERVER_URL' }),
    found: /^Deployment api: .*METADATA_DATABASE_URL is missing/,
  },
];

const largeSettings = (manifests: readonly Manifest[]) =>
  ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name.startsWith('settings'))!.data!;
const templateOf = (manifests: readonly Manifest[], name: string) =>
  named(manifests, 'ExternalSecret', name).spec!.target!.template!.data!;

const UNREACHABLE: readonly Planted[] = [
  {
    mistake: 'a collector in a namespace that no policy opens',
    plant: (all) =>
      Object.assign(largeSettings(all), { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.traces.svc:4318' }),
    found: /^Deployment (api|internal-api|worker): no policy leads to collector.traces.svc:4318$/,
  },
  {
    mistake: 'a collector at a port that no policy opens',
    plant: (all) =>
      Object.assign(largeSettings(all), {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.monitoring.svc:4317',
      }),
    found: /^Deployment (api|internal-api|worker): no policy leads to collector.monitoring.svc:4317$/,
  },
  {
    mistake: 'a second master key that the secret lacks',
    plant: (all) =>
      Object.assign(largeSettings(all), { OTHER_MASTER_KEY_FILES: '/run/secrets/telephony/other.key' }),
    found:
      /^Deployment (api|internal-api|worker|operate): no secret has \/run\/secrets\/telephony\/other.key$/,
  },
];

const LARGE = manifestsOf('large.yaml', 'examples.yaml');

const planted = ({ plant }: Planted): readonly Manifest[] => {
  const manifests = structuredClone(LARGE);
  plant(manifests);
  return manifests;
};
/** The manifest with only the mistake in it. */
const misshapen = (mistake: Planted): readonly Manifest[] =>
  planted(mistake).filter((it, index) => JSON.stringify(it) !== JSON.stringify(LARGE[index]));

describe('deploy/kubernetes', () => {
  it.each(FILES)('has rendered %s from the sources as they are: `npm run manifests`', (file) => {
    expect(isFresh(readFileSync(join(RENDERED, file), 'utf8'))).toBe(true);
  });

  it('is what the published schemas describe, and nothing that they do not', async () => {
    const good = FILES.map((file) => manifestsOf(file));
    const faults = await schemaFaults([...good, ...MISSHAPED.map(misshapen)]);
    expect(faults.slice(0, FILES.length)).toEqual(FILES.map(() => []));
    for (const [index, { found, mistake }] of MISSHAPED.entries())
      expect(faults[FILES.length + index]!.join('\n'), mistake).toMatch(found);
  });

  it.each(OVERLAYS)('names in %s only what there is', (file) => {
    expect(referenceFaults(manifestsOf(file, 'examples.yaml'))).toEqual([]);
  });

  it.each(MISLED)('is found where it has $mistake', (mistake) => {
    expect(referenceFaults(planted(mistake))).toEqual([expect.stringMatching(mistake.found)]);
  });

  // operations 5
  it.each(OVERLAYS)('has settings in %s with which each process starts', (file) => {
    expect(settingFaults(manifestsOf(file, 'examples.yaml'))).toEqual([]);
  });

  it.each(OVERLAYS)('leads in %s to the collector and to the files that settings name', (file) => {
    expect(pathFaults(manifestsOf(file, 'examples.yaml'))).toEqual([]);
  });

  it.each(UNREACHABLE)('is found where it has $mistake', (mistake) => {
    const faults = pathFaults(planted(mistake));
    expect(faults.length).toBeGreaterThanOrEqual(3);
    for (const fault of faults) expect(fault).toMatch(mistake.found);
  });

  // docs/operate/turning-keys.md
  it('has a place for each other key while one turns', () => {
    const turning = planted({
      mistake: '',
      found: /^/,
      plant: (all) => {
        Object.assign(largeSettings(all), {
          OTHER_MASTER_KEY_FILES: '/run/secrets/telephony/other.key',
          OTHER_AWS_KMS_KEY_IDS: 'alias/telephony-platform-before',
        });
        Object.assign(templateOf(all, 'master-key'), { 'other.key': '{{ .other_master_key }}' });
        Object.assign(templateOf(all, 'service'), {
          OTHER_API_KEY_PEPPERS: '{{ .other_api_key_pepper }}',
          OTHER_CURSOR_SECRETS: '{{ .other_cursor_secret }}',
        });
      },
    });
    expect([...settingFaults(turning), ...pathFaults(turning)]).toEqual([]);
  });

  it.each(MISSET)('is found where it has $mistake', (mistake) => {
    expect(settingFaults(planted(mistake))).toEqual([expect.stringMatching(mistake.found)]);
  });
});
