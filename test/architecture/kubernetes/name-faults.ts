import { label, ofKind, podsOf, type Manifest } from './manifests.ts';

/** An object that another one refers to, with the key in it if the reference has one. */
interface Use {
  readonly by: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly key?: string | undefined;
}

/** @returns names of objects, and of keys in them, that do not exist */
export function nameFaults(manifests: readonly Manifest[]): string[] {
  const known = new Map(manifests.map((it) => [idOf({ kind: it.kind, ...it.metadata }), [] as string[]]));
  for (const it of ofKind(manifests, 'ConfigMap'))
    known.set(idOf({ kind: 'ConfigMap', ...it.metadata }), Object.keys(it.data ?? {}));
  for (const it of ofKind(manifests, 'ExternalSecret'))
    known.set(idOf({ kind: 'Secret', ...it.metadata }), Object.keys(it.spec!.target!.template!.data!));
  for (const it of ofKind(manifests, 'Service'))
    known.set(
      idOf({ kind: 'Service', ...it.metadata }),
      it.spec!.ports!.flatMap(({ name, port }) => [name!, String(port)]),
    );
  return [...usesOfPods(manifests), ...usesOfClusters(manifests), ...usesOfOthers(manifests)]
    .filter((use) => {
      const keys = known.get(idOf(use));
      return keys === undefined || (use.key !== undefined && !keys.includes(use.key));
    })
    .map(({ by, kind, name, key }) => `${by}: there is no ${[kind, name, key].filter(Boolean).join(' ')}`);
}

const idOf = ({ kind, namespace, name }: Pick<Use, 'kind' | 'name'> & { namespace?: string | undefined }) =>
  `${kind} ${namespace ?? ''} ${name}`;

function usesOfPods(manifests: readonly Manifest[]): Use[] {
  return podsOf(manifests).flatMap(({ owner: by, namespace, spec, container }) => {
    const use = (kind: string, name: string | undefined, key?: string): Use => ({
      by,
      kind,
      namespace,
      name,
      key,
    });
    return [
      use('ServiceAccount', spec.serviceAccountName),
      ...(container.envFrom ?? []).map(({ configMapRef, secretRef }) =>
        configMapRef ? use('ConfigMap', configMapRef.name) : use('Secret', secretRef!.name),
      ),
      ...(container.env ?? []).flatMap(({ valueFrom }) =>
        valueFrom ? [use('Secret', valueFrom.secretKeyRef!.name, valueFrom.secretKeyRef!.key)] : [],
      ),
      ...(spec.volumes ?? []).flatMap(({ secret }) => (secret ? [use('Secret', secret.secretName)] : [])),
    ];
  });
}

function usesOfClusters(manifests: readonly Manifest[]): Use[] {
  return ofKind(manifests, 'Cluster').flatMap((it) => {
    const { initdb } = it.spec.bootstrap!;
    const secrets = [
      { name: it.spec.certificates!.serverCASecret!, key: 'ca.key' },
      { name: initdb!.secret!.name, key: 'password' },
      ...initdb!.postInitApplicationSQLRefs!.secretRefs!,
    ];
    const { namespace } = it.metadata;
    return secrets.map((secret) => ({ by: label(it), kind: 'Secret', namespace, ...secret }));
  });
}

function usesOfOthers(manifests: readonly Manifest[]): Use[] {
  const of = (it: Manifest, kind: string, name: string | undefined, key?: string): Use => ({
    by: label(it),
    kind,
    namespace: it.metadata.namespace,
    name,
    key,
  });
  return [
    ...ofKind(manifests, 'ScaledObject').map((it) => of(it, 'Deployment', it.spec.scaleTargetRef.name)),
    ...ofKind(manifests, 'ExternalSecret').map((it) => ({
      ...of(it, it.spec!.secretStoreRef!.kind!, it.spec!.secretStoreRef!.name),
      namespace: undefined,
    })),
    ...ofKind(manifests, 'IngressRoute').flatMap((it) => [
      of(it, 'TLSOption', it.spec.tls!.options!.name),
      ...it.spec.routes.flatMap(({ middlewares = [], services = [] }) => [
        ...middlewares.map(({ name }) => of(it, 'Middleware', name)),
        ...services.flatMap(({ name, port, serversTransport }) => [
          of(it, 'Service', name, String(port)),
          of(it, 'ServersTransport', serversTransport),
        ]),
      ]),
    ]),
  ];
}
