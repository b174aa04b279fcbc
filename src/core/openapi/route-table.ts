import { RequestMethod, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS_RULE } from '../auth/access.decorator.js';
import type { AccessRule } from '../auth/access-rule.js';
import { IDEMPOTENCY_RULE } from '../idempotency/idempotency-rule.js';
import { OPERATION_ID } from '../http/operation.decorator.js';

const SAFE: readonly RequestMethod[] = [RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS];

export interface RouteEntry {
  readonly method: string;
  readonly path: string;
  readonly handler: string;
  /** Its id in the API's document. */
  readonly operation: string;
  readonly target: (...args: unknown[]) => unknown;
  readonly access: AccessRule;
}

/**
 * Every route with its declaration. The application does not boot with a route without @Access, or
 * with a route that changes data without a declaration for retries.
 */
@Injectable()
export class RouteTable implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    this.entries();
  }

  /** @throws Error naming the routes that declare no access, or nothing about idempotency keys */
  entries(): readonly RouteEntry[] {
    const routes: RouteEntry[] = [];
    const undeclared: string[] = [];
    const unrepeatable: string[] = [];
    for (const { instance, metatype } of this.discovery.getControllers()) {
      if (!instance || !metatype) continue;
      const prototype = Object.getPrototypeOf(instance) as object;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const target = (instance as Record<string, RouteEntry['target']>)[name]!;
        const method = this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, target);
        if (method === undefined) continue;
        const handler = `${metatype.name}.${name}`;
        const access = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, target);
        if (!access) {
          undeclared.push(handler);
          continue;
        }
        const operation = this.reflector.get<string | undefined>(OPERATION_ID, target) ?? name;
        const isKeyed = this.reflector.get<unknown>(IDEMPOTENCY_RULE, target) !== undefined;
        const takesKeys = access.kind === 'protected' && !SAFE.includes(method);
        if (isKeyed ? !takesKeys || access.keyless : !SAFE.includes(method) && !access.keyless)
          unrepeatable.push(handler);
        for (const path of this.pathsOf(metatype, target)) {
          routes.push({ method: RequestMethod[method], path, handler, operation, target, access });
        }
      }
    }
    if (undeclared.length > 0) {
      throw new Error(
        `These routes declare no access; add @Access or @PublicRoute to them: ${undeclared.join(', ')}`,
      );
    }
    if (unrepeatable.length > 0) {
      throw new Error(
        'A protected route that changes data must have @Idempotent() and complete its @Reserved() ' +
          'reservation, or give a reason as keyless in its @Access or @PublicRoute. Add one of the two to: ' +
          `${unrepeatable.join(', ')}`,
      );
    }
    return routes.sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
  }

  private pathsOf(controller: NonNullable<unknown>, target: RouteEntry['target']): string[] {
    const of = (thing: object): string[] =>
      [this.reflector.get<string | string[]>(PATH_METADATA, thing as never) ?? ''].flat();
    return of(controller).flatMap((base) =>
      of(target).map((path) => `/${base}/${path}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')),
    );
  }
}
