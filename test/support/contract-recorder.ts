import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { wholeOpenApi } from '../../src/core/openapi/openapi.js';

interface ResponseObject {
  content?: Record<string, { schema?: object }>;
}

/**
 * An instant in UTC with milliseconds (requests 9.1); the start of a local hour or day carries its
 * offset (calls 9.2).
 */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3}Z|[+-]\d\d:\d\d)$/;

/**
 * The contract in an application's document; the check of an answer is compiled when it is first
 * needed.
 */
class Contract {
  readonly document: OpenAPIObject;
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    formats: { 'date-time': INSTANT },
  });
  /** By schema text: most routes share their error responses. */
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(app: INestApplication) {
    this.document = closed(wholeOpenApi(app, 'everything'));
    this.ajv.addSchema({ $id: 'doc', ...this.document });
  }

  /** @param schema of an answer; its references point to the document's components */
  validatorOf(schema: object): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/');
    let validate = this.validators.get(text);
    if (!validate) {
      validate = this.ajv.compile(JSON.parse(text) as object);
      this.validators.set(text, validate);
    }
    return validate;
  }
}

/**
 * The contract of the service's own routes, built once per process because that takes longer than
 * most tests.
 */
let ofService: Contract | undefined;

/**
 * Compares every answer of a test run with the OpenAPI document: status, content type, shape, and
 * the format of instants.
 */
export class ContractRecorder {
  private readonly violations = new Set<string>();
  private contract: Contract | undefined;

  /** @param isService whether all routes belong to the service, and none to a test */
  load(app: INestApplication, isService: boolean): void {
    this.contract = isService ? (ofService ??= new Contract(app)) : new Contract(app);
  }

  /** Handles the HTTP server's `request` event: copies the answer as it is sent. */
  readonly observe = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    const keep = (chunk: unknown): void => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    };
    const { write, end } = response;
    response.write = ((...args: Parameters<typeof write>) => {
      keep(args[0]);
      return write.apply(response, args);
    }) as typeof write;
    response.end = ((...args: Parameters<typeof end>) => {
      keep(args[0]);
      return end.apply(response, args);
    }) as typeof end;
    response.on('finish', () => this.check(request, response, Buffer.concat(chunks)));
  };

  /**
   * Starts again.
   * @throws Error if there were answers that the document does not declare
   */
  assertClean(): void {
    const found = [...this.violations];
    this.violations.clear();
    if (found.length > 0)
      throw new Error(`Answers that the OpenAPI document does not declare:\n${found.join('\n')}`);
  }

  private check(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { route } = request as { route?: { path?: unknown } };
    if (typeof route?.path !== 'string' || !this.contract) return;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const method = request.method?.toLowerCase() ?? '';
    const operation = (
      this.contract.document.paths[path] as
        Record<string, { responses?: Record<string, ResponseObject> }> | undefined
    )?.[method];
    // GET routes answer HEAD, and Swagger UI's pages are not operations.
    if (!operation || request.method === 'HEAD') return;
    const where = `${request.method} ${path} ${response.statusCode}`;
    const declared = operation.responses?.[String(response.statusCode)];
    if (!declared) {
      this.violations.add(`${where}: status not declared, body ${body.subarray(0, 200).toString('utf8')}`);
      return;
    }
    const type = String(response.getHeader('content-type') ?? '').split(';')[0] ?? '';
    const content = declared.content;
    if (!content) {
      if (body.length > 0) this.violations.add(`${where}: has a body and declares none`);
      return;
    }
    if (!content[type]) {
      this.violations.add(`${where}: content type ${type} not declared`);
      return;
    }
    if (type !== 'application/json') return;
    const validate = this.contract.validatorOf(content[type].schema ?? {});
    const json = response.getHeader('content-encoding') === 'gzip' ? gunzipSync(body) : body;
    if (!validate(JSON.parse(json.toString('utf8')))) {
      const [error] = validate.errors ?? [];
      this.violations.add(
        `${where}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`,
      );
    }
  }
}

/**
 * The document with every object schema closed, so that an undeclared field is also a violation.
 */
function closed(document: OpenAPIObject): OpenAPIObject {
  const copy = structuredClone(document);
  for (const schema of Object.values(copy.components?.schemas ?? {})) {
    if ('properties' in schema && schema.additionalProperties === undefined)
      schema.additionalProperties = false;
  }
  return copy;
}
