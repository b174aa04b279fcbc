import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ICluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster';
import type { IExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1/ExternalSecret';
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import type { IIngressRoute } from '@kubernetes-models/traefik/traefik.io/v1alpha1/IngressRoute';
import type { IMiddleware } from '@kubernetes-models/traefik/traefik.io/v1alpha1/Middleware';
import type { IServersTransport } from '@kubernetes-models/traefik/traefik.io/v1alpha1/ServersTransport';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { ICronJob } from 'kubernetes-models/batch/v1/CronJob';
import type { IJob } from 'kubernetes-models/batch/v1/Job';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { IIoK8sApiCoreV1Container as Container } from 'kubernetes-models/v1/Container';
import type { IIoK8sApiCoreV1PodSpec as PodSpec } from 'kubernetes-models/v1/PodSpec';
import type { IService } from 'kubernetes-models/v1/Service';
import { parseAllDocuments } from 'yaml';
import { RENDERED } from '../../../tools/manifests/rendered.ts';

/** Kinds whose content the rules check. */
interface Kinds {
  Cluster: ICluster;
  ConfigMap: IConfigMap;
  CronJob: ICronJob;
  Deployment: IDeployment;
  ExternalSecret: IExternalSecret;
  IngressRoute: IIngressRoute;
  Job: IJob;
  Middleware: IMiddleware;
  NetworkPolicy: INetworkPolicy;
  PodDisruptionBudget: IPodDisruptionBudget;
  PodMonitor: IPodMonitor;
  ScaledObject: IScaledObject;
  Service: IService;
  ServersTransport: IServersTransport;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** A pod that one of the objects starts. */
export interface Pod {
  readonly owner: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
  readonly container: Container;
}

export type Labels = Readonly<Record<string, string>>;

/** Reads the manifests of an overlay and of its examples. */
export const manifestsOf = (...files: readonly string[]): Manifest[] =>
  files.flatMap((file) =>
    parseAllDocuments(readFileSync(join(RENDERED, file), 'utf8')).map((it) => it.toJS() as Manifest),
  );

export const ofKind = <K extends keyof Kinds>(manifests: readonly Manifest[], kind: K) =>
  manifests.filter((it) => it.kind === kind) as unknown as (Manifest & Kinds[K])[];

/** The object of this kind and name. */
export const named = <K extends keyof Kinds>(manifests: readonly Manifest[], kind: K, name: string) =>
  ofKind(manifests, kind).find((it) => it.metadata.name === name)!;

export const label = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** All pods except those that database operators start. */
export function podsOf(manifests: readonly Manifest[]): Pod[] {
  const owned = [
    ...[...ofKind(manifests, 'Deployment'), ...ofKind(manifests, 'Job')].map((it) => ({
      it,
      template: it.spec!.template,
    })),
    ...ofKind(manifests, 'CronJob').map((it) => ({ it, template: it.spec.jobTemplate.spec!.template })),
  ];
  return owned.map(({ it, template }) => ({
    owner: label(it),
    namespace: it.metadata.namespace!,
    labels: template.metadata!.labels!,
    spec: template.spec!,
    container: template.spec!.containers[0]!,
  }));
}
