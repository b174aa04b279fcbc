import { describe, expect, it } from 'vitest';
import { pluginFindings } from './plugin-configuration.policy.js';
import type { Plugin, Tool, ToolParameter } from './plugin-configuration.schema.js';
import { section } from './plugin-configuration.section.js';

const tool = (tool_name: string, more: Partial<Tool> = {}): Tool => ({
  tool_name,
  description: 'Does it.',
  method: 'GET',
  url: 'https://api.example.com/it',
  timeout_ms: 2000,
  retries: 0,
  headers: {},
  secret_headers: {},
  parameters: { type: 'object', properties: {}, required: [] },
  ...more,
});

const plugin = (plugin_id: string, more: Partial<Plugin> = {}): Plugin => ({
  plugin_id,
  name: plugin_id,
  enabled: true,
  settings: {},
  secrets: {},
  tools: [tool(`use_${plugin_id}`)],
  webhooks: [],
  ...more,
});

const withTool = (more: Partial<Tool>): Plugin[] => [plugin('crm', { tools: [tool('it', more)] })];
const withParameter = (parameter: Omit<ToolParameter, 'description'>): Plugin[] =>
  withTool({
    parameters: { type: 'object', properties: { p: { description: 'It.', ...parameter } }, required: ['p'] },
  });
const webhook = (url: string): Plugin['webhooks'][number] => ({
  webhook_name: 'hook',
  event: 'call_ended',
  url,
  timeout_ms: 2000,
  signing_secret: { secret_ref: 'KEY' },
});

const T = 'plugins.0.tools.0';
const P = `${T}.parameters.properties.p`;

const found = (plugins: Plugin[]): string[] =>
  pluginFindings({ plugins }).map(({ severity, code, path }) => `${severity} ${code} ${path}`);

describe('findings about plugins', () => {
  it.each<[string, Plugin[], string[]]>([
    ['nothing about the example', section.example.plugins, []],
    [
      'two plugins of one name',
      [plugin('crm'), plugin('crm', { tools: [tool('other')] })],
      ['error plugin_duplicate plugins.1.plugin_id'],
    ],
    [
      'two enabled tools of one name, in any case',
      [plugin('crm', { tools: [tool('find')] }), plugin('erp', { tools: [tool('Find')] })],
      ['error tool_duplicate plugins.1.tools.0.tool_name'],
    ],
    [
      'nothing about the same tool in a plugin that is off',
      [plugin('crm', { tools: [tool('find')] }), plugin('erp', { enabled: false, tools: [tool('find')] })],
      [],
    ],
    [
      'an address in a private network',
      withTool({ url: 'https://192.168.1.4/x' }),
      [`error url_not_public ${T}.url`],
    ],
    [
      'an address of the machine itself',
      withTool({ url: 'https://localhost/x' }),
      [`error url_not_public ${T}.url`],
    ],
    [
      'credentials in an address',
      withTool({ url: 'https://me:secret@example.com/' }),
      [`error url_with_credentials ${T}.url`],
    ],
    ['an address that is none', withTool({ url: 'https://' }), [`error url_invalid ${T}.url`]],
    [
      'a webhook to a private network',
      [plugin('crm', { webhooks: [webhook('https://169.254.169.254/latest')] })],
      ['error url_not_public plugins.0.webhooks.0.url'],
    ],
    [
      'two webhooks of one name',
      [plugin('crm', { webhooks: [webhook('https://example.com/a'), webhook('https://example.com/b')] })],
      ['error webhook_duplicate plugins.0.webhooks.1.webhook_name'],
    ],
    [
      'a webhook without a signature',
      [
        plugin('crm', {
          webhooks: [
            { webhook_name: 'h', event: 'call_ended', url: 'https://example.com/', timeout_ms: 900 },
          ],
        }),
      ],
      ['warning webhook_unsigned plugins.0.webhooks.0.signing_secret'],
    ],
    [
      'a token among plain headers',
      withTool({ headers: { Authorization: 'Bearer x' } }),
      [`error secret_in_plain_text ${T}.headers.Authorization`],
    ],
    [
      'a key in the query of an address',
      withTool({ url: 'https://api.example.com/it?day=1&Api-Key=x' }),
      [`error secret_in_plain_text ${T}.url`],
    ],
    [
      'a token in the query of an address',
      withTool({ url: 'https://api.example.com/it?token=abc' }),
      [`error secret_in_plain_text ${T}.url`],
    ],
    [
      'a token in the address of a webhook',
      [plugin('crm', { webhooks: [webhook('https://example.com/hook?token=abc')] })],
      ['error secret_in_plain_text plugins.0.webhooks.0.url'],
    ],
    [
      'a token in a header of another name',
      withTool({ headers: { 'X-Tenant': 'Bearer abc' } }),
      [`error secret_in_plain_text ${T}.headers.X-Tenant`],
    ],
    [
      'a header that is for credentials',
      withTool({ headers: { 'X-Auth': 'abc' } }),
      [`error secret_in_plain_text ${T}.headers.X-Auth`],
    ],
    [
      'a setting that is a token, and one that reads like one',
      [plugin('crm', { settings: { token: 'abc', note: 'sk_live_51Habc' } })],
      [
        'error secret_in_plain_text plugins.0.settings.token',
        'error secret_in_plain_text plugins.0.settings.note',
      ],
    ],
    [
      'a key among plain headers',
      withTool({ headers: { 'X-Api-Key': 'x' } }),
      [`error secret_in_plain_text ${T}.headers.X-Api-Key`],
    ],
    [
      'nothing about a secret header',
      withTool({ secret_headers: { Authorization: { secret_ref: 'KEY' } } }),
      [],
    ],
    [
      'a header that the connection sets',
      withTool({ headers: { Host: 'internal' } }),
      [`error header_reserved ${T}.headers.Host`],
    ],
    [
      'one header in two places',
      withTool({
        headers: { 'X-Tenant': 'a' },
        secret_headers: { 'x-tenant': { secret_ref: 'KEY' } },
      }),
      [`error header_duplicate ${T}.secret_headers.x-tenant`],
    ],
    [
      'a password among plain settings',
      [plugin('crm', { settings: { smtp_password: 'x' } })],
      ['error secret_in_plain_text plugins.0.settings.smtp_password'],
    ],
    [
      'nothing about a setting that only sounds like one',
      [plugin('crm', { settings: { max_tokens: 100, keyboard: 'x' } })],
      [],
    ],
    [
      'a name that is a setting and a secret',
      [plugin('crm', { settings: { account: 'x' }, secrets: { account: { secret_ref: 'KEY' } } })],
      ['error setting_ambiguous plugins.0.secrets.account'],
    ],
    [
      'a required parameter that is not there',
      withTool({
        parameters: { type: 'object', properties: {}, required: ['constructor'] },
      }),
      [`error parameter_unknown ${T}.parameters.required.0`],
    ],
    ['an array of nothing', withParameter({ type: 'array' }), [`error items_missing ${P}.items`]],
    ['nothing about an array of texts', withParameter({ type: 'array', items: { type: 'string' } }), []],
    [
      'bounds of a text',
      withParameter({ type: 'string', minimum: 1 }),
      [`error keyword_misplaced ${P}.minimum`],
    ],
    [
      'bounds that cross',
      withParameter({ type: 'integer', minimum: 5, maximum: 4 }),
      [`error bounds_crossed ${P}.minimum`],
    ],
    [
      'values of another type',
      withParameter({ type: 'integer', enum: [1, 1.5, 'two'] }),
      [`error enum_mistyped ${P}.enum.1`, `error enum_mistyped ${P}.enum.2`],
    ],
    [
      'a change that is repeated',
      withTool({ method: 'POST', retries: 1 }),
      [`warning retry_repeats_effect ${T}.retries`],
    ],
    ['a plugin that does nothing', [plugin('crm', { tools: [] })], ['warning plugin_idle plugins.0']],
    [
      'more tools than models can distinguish',
      [
        plugin('a', { tools: Array.from({ length: 20 }, (_, index) => tool(`a${index}`)) }),
        plugin('b', { tools: Array.from({ length: 11 }, (_, index) => tool(`b${index}`)) }),
      ],
      ['warning tools_many plugins'],
    ],
  ])('say %s', (_name, plugins, findings) => {
    expect(found(plugins)).toEqual(findings);
  });
});
