import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { PARAMTYPES_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { getMetadataStorage, IsString } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { EmptyBody, EmptyQuery } from '../../src/core/http/fields/empty.request.js';

// `import type` of a request class compiles, runs, and disables validation: nothing is left of the
// class at run time. The same is true of a parameter typed as an interface. This test checks the
// compiler's output.

type Class = abstract new (...args: never[]) => unknown;

interface Parameter {
  readonly place: string;
  /** The class of the whole object, as the validation pipe receives it. */
  readonly type: unknown;
  /** `@Query('name')` declares one value, not an object. */
  readonly isSingle: boolean;
}

const PLACES: Readonly<Record<string, string>> = {
  [RouteParamtypes.BODY]: '@Body',
  [RouteParamtypes.QUERY]: '@Query',
  [RouteParamtypes.PARAM]: '@Param',
};

const isClass = (value: unknown): value is Class => typeof value === 'function';

const repository = resolve(import.meta.dirname, '../..');
const files = globSync('src/**/*.controller.ts', { cwd: repository });
const modules = (await Promise.all(files.map((file) => import(join(repository, file))))) as object[];
const controllers = modules
  .flatMap((exported) => Object.values(exported) as unknown[])
  .filter(isClass)
  .filter((value) => Reflect.hasMetadata(PATH_METADATA, value));

/** The run-time classes of the bodies, queries and params of a controller's handlers. */
function parametersOf(controller: Class): readonly Parameter[] {
  const prototype = controller.prototype as object;
  return Object.getOwnPropertyNames(prototype).flatMap((handler) => {
    const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
      string,
      { readonly index: number; readonly data?: unknown }
    >;
    const types = (Reflect.getMetadata(PARAMTYPES_METADATA, prototype, handler) ?? []) as readonly unknown[];
    return Object.entries(args).flatMap(([key, { index, data }]) => {
      // Nest's key is `<place>:<index>`; the key of a custom decorator begins with a random id.
      const kind = PLACES[/^(\d+):\d+$/.exec(key)?.[1] ?? ''];
      if (kind === undefined) return [];
      const place = `${controller.name}.${handler} ${kind}`;
      return [{ place, type: types[index], isSingle: data !== undefined }];
    });
  });
}

const BUILT_IN: readonly unknown[] = [Object, Function, Array, String, Number, Boolean, undefined];

function problemOf({ type, isSingle }: Parameter): string | null {
  if (isSingle) return 'one value cannot be validated here: take the whole object as a class';
  if (BUILT_IN.includes(type) || !isClass(type)) return 'has no class at run time';
  if (type === EmptyQuery || type === EmptyBody) return null;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return rules.length === 0 ? `${type.name} validates nothing` : null;
}

const problemsOf = (parameters: readonly Parameter[]) =>
  parameters.flatMap((parameter) => {
    const problem = problemOf(parameter);
    return problem === null ? [] : [`${parameter.place}: ${problem}`];
  });

interface Shape {
  readonly name: string;
}

class Empty {
  name!: string;
}

class Sound {
  @IsString()
  name!: string;
}

@Controller('planted')
class PlantedController {
  @Post()
  shape(@Body() body: Shape, @Query() query: Sound): string {
    return body.name + query.name;
  }

  @Get(':name')
  lone(@Param('name') name: string, @Query() query: Empty): string {
    return name + query.name;
  }
}

describe('request classes', () => {
  const parameters = controllers.flatMap(parametersOf);

  it('would be missed where they are planted as absent', () => {
    expect(problemsOf(parametersOf(PlantedController))).toEqual([
      'PlantedController.shape @Body: has no class at run time',
      'PlantedController.lone @Query: Empty validates nothing',
      'PlantedController.lone @Param: one value cannot be validated here: take the whole object as a class',
    ]);
  });

  it('are found', () => {
    expect(controllers.length).toBe(files.length);
    expect(parameters.length).toBeGreaterThan(0);
  });

  it('are there at run time for every body, query and param of every controller', () => {
    expect(problemsOf(parameters)).toEqual([]);
  });
});
