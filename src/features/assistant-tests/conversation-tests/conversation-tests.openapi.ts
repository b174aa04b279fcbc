import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiExtension, getSchemaPath } from '@nestjs/swagger';
import type { TSchema } from '@sinclair/typebox';
import { IfMatch } from '../../../core/http/operation.decorator.js';
import { SCHEMAS_EXTENSION } from '../../../core/http/openapi-extensions.js';
import { CONVERSATION_TEST_EXAMPLE, ConversationTest } from '../rules/conversation-test.schema.js';
import { RunRequest, TalkRequest } from './conversation-runs.schema.js';

// JSON drops TypeBox's symbols and leaves plain JSON Schema.
const plain = (schema: TSchema): Record<string, unknown> =>
  JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;

const { script, assertions } = ConversationTest.properties;
const reference = (name: string): { $ref: string } => ({ $ref: getSchemaPath(name) });

const SCHEMAS = {
  ConversationScript: { ...plain(script), example: CONVERSATION_TEST_EXAMPLE.script },
  ConversationAssertion: { ...plain(assertions.items), example: CONVERSATION_TEST_EXAMPLE.assertions[0] },
  ConversationTestSent: {
    ...plain(ConversationTest),
    properties: {
      ...(plain(ConversationTest)['properties'] as object),
      script: reference('ConversationScript'),
      assertions: { ...plain(assertions), items: reference('ConversationAssertion') },
    },
    example: CONVERSATION_TEST_EXAMPLE,
  },
  ConversationTalkSent: {
    ...plain(TalkRequest),
    properties: { script: reference('ConversationScript') },
    example: { script: CONVERSATION_TEST_EXAMPLE.script },
  },
  ConversationRunSent: { ...plain(RunRequest), example: { use: 'draft' } },
};

/** The schemas to which responses with a whole test refer. */
export const describeTest = (): MethodDecorator => ApiExtension(SCHEMAS_EXTENSION, SCHEMAS);

export const describeTestBody = (): MethodDecorator =>
  applyDecorators(describeTest(), ApiBody({ schema: reference('ConversationTestSent') }));

export const describeRunBody = (): MethodDecorator =>
  applyDecorators(describeTest(), ApiBody({ schema: reference('ConversationRunSent') }));

export const describeTalkBody = (): MethodDecorator =>
  applyDecorators(describeTest(), ApiBody({ schema: reference('ConversationTalkSent') }));

export const describeTestGuard = (): MethodDecorator =>
  IfMatch('The etag of the test that you read. Missing: 428; stale: 409.');
