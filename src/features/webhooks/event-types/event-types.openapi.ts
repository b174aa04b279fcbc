import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { SCHEMAS_EXTENSION, WEBHOOKS_EXTENSION } from '../../../core/http/openapi-extensions.js';
import { DESCRIBED_EVENTS, EVENT_PARTS } from '../rules/event-schemas.js';
import { DELIVERY_HEADERS } from '../rules/signature.policy.js';

/** The names of schema and operation for an event such as `call_started`. */
const className = (event: string): string =>
  event.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A schema that references the parts that several events share. */
function withReferences(value: unknown, root = value): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, root));
  if (typeof value !== 'object' || value === null) return value;
  const part = value === root ? undefined : EVENT_PARTS.get(value);
  if (part !== undefined) return refTo(part);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withReferences(child, root)]));
}

const SCHEMAS = Object.fromEntries([
  ...[...EVENT_PARTS].map(([schema, name]) => [name, withReferences(schema)] as const),
  ...DESCRIBED_EVENTS.map(({ event_type, schema: { $schema: _, ...schema } }) => [
    `${className(event_type)}Event`,
    withReferences(schema),
  ]),
]) as Record<string, unknown>;

const WEBHOOKS = Object.fromEntries(
  DESCRIBED_EVENTS.map(({ event_type, description }) => [
    event_type,
    {
      post: {
        operationId: `receive${className(event_type)}`,
        tags: ['Webhooks'],
        summary: description,
        description:
          'Sent to the endpoint_url of each webhook that names the event. Verify a signature before use.',
        security: [],
        parameters: Object.entries(DELIVERY_HEADERS).map(([name, text]) => ({
          name,
          in: 'header',
          required: true,
          description: text,
          schema: { type: 'string' },
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: refTo(`${className(event_type)}Event`) } },
        },
        responses: {
          '2XX': { description: 'The delivery has succeeded.' },
          '410': { description: 'Switches the webhook off.' },
          default: { description: 'The delivery is retried, unless the status is final.' },
        },
      },
    },
  ]),
);

/** The requests to receivers, as the document's `webhooks` (webhooks 6.1). */
export const describeEvents = (): MethodDecorator =>
  applyDecorators(ApiExtension(SCHEMAS_EXTENSION, SCHEMAS), ApiExtension(WEBHOOKS_EXTENSION, WEBHOOKS));
