import { basename, dirname } from 'node:path';
import { named, ofKind, podsOf, type Manifest, type Pod } from './manifests.ts';
import { matches, type Selector } from './reference-faults.ts';
import { environmentOf } from './setting-faults.ts';

/** @returns collectors and files that settings name but no policy or secret provides */
export function pathFaults(manifests: readonly Manifest[]): readonly string[] {
  return podsOf(manifests).flatMap((pod) => {
    const environment = environmentOf(manifests, pod);
    const { OTEL_EXPORTER_OTLP_ENDPOINT: collector, MASTER_KEY_FILE: key } = environment;
    const others = environment['OTHER_MASTER_KEY_FILES']?.split(',') ?? [];
    const files = [...(key === undefined ? [] : [key]), ...others];
    const isOpen = collector === undefined || !isTraced(pod) || leadsTo(manifests, pod, new URL(collector));
    return [
      ...(isOpen ? [] : [`${pod.owner}: no policy leads to ${new URL(collector).host}`]),
      // Only processes that open sealed values read the file.
      ...files
        .filter((file) => hasSecrets(pod) && !hasFile(manifests, pod, file))
        .map((file) => `${pod.owner}: no secret has ${file}`),
    ];
  });
}

/** Jobs and operators' commands send no traces. */
const isTraced = ({ owner }: Pod): boolean =>
  ['Deployment api', 'Deployment internal-api', 'Deployment worker'].includes(owner);

const hasSecrets = ({ container }: Pod): boolean =>
  (container.envFrom ?? []).some(({ secretRef }) => secretRef?.name === 'service');

/** Whether a policy lets the pod reach a service of the cluster: its name is `service.namespace.svc`. */
function leadsTo(manifests: readonly Manifest[], pod: Pod, { hostname, port }: URL): boolean {
  const namespace = hostname.split('.')[1];
  return ofKind(manifests, 'NetworkPolicy')
    .filter(({ metadata, spec }) => {
      const isOfPod = matches(spec!.podSelector as Selector, pod.labels);
      return metadata.namespace === pod.namespace && isOfPod;
    })
    .flatMap(({ spec }) => spec!.egress ?? [])
    .some(({ to = [], ports = [] }) => {
      const isPort = ports.some((it) => String(it.port) === port);
      return isPort && to.some(({ namespaceSelector }) => isOf(namespaceSelector, namespace));
    });
}

const isOf = (selector: Selector | undefined, namespace: string | undefined): boolean =>
  selector !== undefined &&
  matches(selector, namespace === undefined ? {} : { 'kubernetes.io/metadata.name': namespace });

function hasFile(manifests: readonly Manifest[], { spec, container }: Pod, file: string): boolean {
  const mount = container.volumeMounts?.find(({ mountPath }) => mountPath === dirname(file));
  const name = spec.volumes?.find((volume) => volume.name === mount?.name)?.secret?.secretName;
  const keys =
    name === undefined ? {} : named(manifests, 'ExternalSecret', name).spec!.target!.template!.data!;
  return basename(file) in keys;
}
