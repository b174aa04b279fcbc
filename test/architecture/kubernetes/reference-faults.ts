import { label, ofKind, podsOf, type Labels, type Manifest, type Pod } from './manifests.ts';
import { nameFaults } from './name-faults.ts';

/** Namespaces and labels of other vendors, which docs/operate/kubernetes.md names. */
const OTHERS = ['cnpg-system', 'kube-system', 'monitoring', 'traefik', 'telephony.example.com/runtime=true'];

export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

interface Target {
  readonly namespace: string;
  readonly labels: Labels;
  readonly ports: readonly string[];
}

/** @returns selectors, ports and names without a target, which no schema detects */
export function referenceFaults(manifests: readonly Manifest[]): readonly string[] {
  const pods = podsOf(manifests);
  const targets: Target[] = [
    ...pods.map(({ namespace, labels, container }) => ({
      namespace,
      labels,
      ports: (container.ports ?? []).flatMap(({ name, containerPort }) => [name!, String(containerPort)]),
    })),
    ...ofKind(manifests, 'Cluster').map(({ metadata: { name, namespace } }) => ({
      namespace: namespace!,
      labels: { 'cnpg.io/cluster': name },
      ports: ['5432', '8000', '9187'],
    })),
  ];
  return [
    ...selectorFaults(manifests, targets),
    ...peerFaults(manifests, targets),
    ...pods.flatMap(podFaults),
    ...nameFaults(manifests),
  ];
}

/** Selectors in the namespace of their object, with the ports that they name there. */
function selectorFaults(manifests: readonly Manifest[], targets: readonly Target[]): string[] {
  const selections = [
    ...ofKind(manifests, 'Service').map((it) => ({
      it,
      selector: { matchLabels: it.spec!.selector! },
      ports: it.spec!.ports!.map(({ targetPort }) => String(targetPort)),
    })),
    ...ofKind(manifests, 'PodDisruptionBudget').map((it) => ({
      it,
      selector: it.spec!.selector!,
      ports: [],
    })),
    ...ofKind(manifests, 'PodMonitor').map((it) => ({
      it,
      selector: it.spec.selector as Selector,
      ports: it.spec.podMetricsEndpoints!.map(({ port }) => port!),
    })),
    ...ofKind(manifests, 'NetworkPolicy').map((it) => ({
      it,
      selector: it.spec!.podSelector!,
      ports: (it.spec!.ingress ?? []).flatMap(({ ports }) => (ports ?? []).map(({ port }) => String(port))),
    })),
    ...ofKind(manifests, 'Deployment').flatMap((it) => [
      { it, selector: it.spec!.selector, ports: [] },
      ...(it.spec!.template.spec!.topologySpreadConstraints ?? []).map(({ labelSelector }) => ({
        it,
        selector: labelSelector!,
        ports: [],
      })),
    ]),
  ];
  return selections.flatMap(({ it, selector, ports }) => {
    const own = targets.filter(({ namespace }) => namespace === it.metadata.namespace);
    const selected = own.filter(({ labels }) => matches(selector as Selector, labels));
    if (selected.length === 0) return [`${label(it)} selects no pod`];
    const unknown = ports.filter((port) => selected.some((target) => !target.ports.includes(port)));
    return unknown.map((port) => `${label(it)}: a pod that it selects has no port ${port}`);
  });
}

/** Finds network policies whose peers match no namespace or pod. */
function peerFaults(manifests: readonly Manifest[], targets: readonly Target[]): string[] {
  const namespaces = new Set(manifests.map(({ metadata }) => metadata.namespace));
  return ofKind(manifests, 'NetworkPolicy').flatMap((it) => {
    const { ingress = [], egress = [] } = it.spec!;
    const peers = [...ingress.flatMap(({ from = [] }) => from), ...egress.flatMap(({ to = [] }) => to)];
    return peers.flatMap(({ namespaceSelector, podSelector }) => {
      const [[key, value] = []] = Object.entries(namespaceSelector?.matchLabels ?? {});
      const other = key === 'kubernetes.io/metadata.name' ? value : `${key}=${value}`;
      if (namespaceSelector && OTHERS.includes(other!)) return [];
      if (namespaceSelector && !namespaces.has(other))
        return [`${label(it)}: no namespace is known as ${other}`];
      const namespace = namespaceSelector ? other : it.metadata.namespace;
      const own = targets.filter((target) => target.namespace === namespace);
      const isKnown = !podSelector || own.some(({ labels }) => matches(podSelector, labels));
      return isKnown ? [] : [`${label(it)}: a peer selects no pod`];
    });
  });
}

export function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) =>
      operator === 'Exists' ? key in labels : operator === 'In' && values!.includes(labels[key]!),
    )
  );
}

/** Finds ports and volumes that a pod refers to but does not define. */
function podFaults({ owner, spec, container }: Pod): string[] {
  const ports = (container.ports ?? []).map(({ name }) => name);
  const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
  const volumes = (spec.volumes ?? []).map(({ name }) => name);
  return [
    ...probes
      .flatMap((probe) => probe?.httpGet?.port ?? [])
      .filter((port) => !ports.includes(String(port)))
      .map((port) => `${owner}: a probe asks at port ${port}, which the container does not name`),
    ...(container.volumeMounts ?? [])
      .filter(({ name }) => !volumes.includes(name))
      .map(({ name }) => `${owner} mounts ${name}, which is no volume`),
  ];
}
