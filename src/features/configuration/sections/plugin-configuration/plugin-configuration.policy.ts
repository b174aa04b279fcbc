import { pathText } from '../../../../core/shared/json/json-path.js';
import { error, repeatsIn, warning } from '../../rules/sections/section-definition.js';
import type { Finding, FindingRule } from '../../rules/sections/section-definition.js';
import {
  looksLikeCredential,
  plainCredential,
  URL_RULES,
  urlFindings,
} from '../../rules/sections/plain-credentials.policy.js';
import type { Plugin, PluginConfiguration, Tool, ToolParameter } from './plugin-configuration.schema.js';

// Models choose less reliably among many tools, and every description is read again in each turn of
// a call.
const MANY_TOOLS = 30;

/** The rules of plugins that a schema cannot express. */
export function pluginFindings({ plugins }: PluginConfiguration): Finding[] {
  return [
    ...repeatsIn(plugins, ({ plugin_id }) => plugin_id).map((index) =>
      error(
        'plugin_duplicate',
        `plugins.${index}.plugin_id`,
        'Another plugin has this name. Choose another name.',
      ),
    ),
    ...plugins.flatMap((plugin, index) => ofPlugin(plugin, `plugins.${index}`)),
    ...namespaceFindings(plugins),
  ];
}

function ofPlugin(plugin: Plugin, path: string): Finding[] {
  const { tools, webhooks, settings, secrets, enabled } = plugin;
  const findings = [
    ...tools.flatMap((tool, index) => ofTool(tool, `${path}.tools.${index}`)),
    ...webhooks.flatMap(({ url, signing_secret }, index) => [
      ...urlFindings(url, `${path}.webhooks.${index}.url`, 'signing_secret'),
      ...(signing_secret
        ? []
        : [
            warning(
              'webhook_unsigned',
              `${path}.webhooks.${index}.signing_secret`,
              'Without a signing secret, the receiver cannot verify the sender. Set one.',
            ),
          ]),
    ]),
    ...repeatsIn(webhooks, ({ webhook_name }) => webhook_name).map((index) =>
      error(
        'webhook_duplicate',
        `${path}.webhooks.${index}.webhook_name`,
        'Another webhook of the plugin has this name. Choose another name.',
      ),
    ),
    ...Object.keys(secrets)
      .filter((name) => name in settings)
      .map((name) =>
        error(
          'setting_ambiguous',
          `${path}.secrets.${name}`,
          'A setting has the same name. Rename one of the two.',
        ),
      ),
    ...Object.entries(settings)
      .filter(([name, value]) => looksLikeCredential(name, value))
      .map(([name]) => plainCredential(`${path}.settings.${name}`, 'secrets')),
  ];
  if (enabled && tools.length === 0 && webhooks.length === 0) {
    findings.push(
      warning(
        'plugin_idle',
        path,
        'The plugin is enabled, but has neither tools nor webhooks. Add one or disable the plugin.',
      ),
    );
  }
  return findings;
}

// Headers that the sender of a request sets for its connection.
const RESERVED_HEADER =
  /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|content-type)$/i;

function ofTool(tool: Tool, path: string): Finding[] {
  const { headers, secret_headers, parameters } = tool;
  const findings = urlFindings(tool.url, `${path}.url`, 'secret_headers');
  const seen = new Set<string>();
  for (const [place, names] of [
    ['headers', Object.keys(headers)],
    ['secret_headers', Object.keys(secret_headers)],
  ] as const) {
    for (const name of names) {
      const at = `${path}.${pathText([place, name])}`;
      if (RESERVED_HEADER.test(name))
        findings.push(error('header_reserved', at, 'The service sets this header itself.'));
      else if (place === 'headers' && looksLikeCredential(name, headers[name]))
        findings.push(plainCredential(at, 'secret_headers'));
      if (seen.has(name.toLowerCase()))
        findings.push(error('header_duplicate', at, 'The header is already in the list.'));
      seen.add(name.toLowerCase());
    }
  }
  parameters.required.forEach((name, index) => {
    if (!Object.hasOwn(parameters.properties, name)) {
      findings.push(
        error('parameter_unknown', `${path}.parameters.required.${index}`, `There is no parameter ${name}.`),
      );
    }
  });
  for (const [name, parameter] of Object.entries(parameters.properties)) {
    findings.push(...ofParameter(parameter, `${path}.parameters.properties.${name}`));
  }
  if (tool.retries > 0 && tool.method !== 'GET') {
    findings.push(
      warning(
        'retry_repeats_effect',
        `${path}.retries`,
        `A ${tool.method} that is repeated may take effect twice.`,
      ),
    );
  }
  return findings;
}

function ofParameter(parameter: ToolParameter, path: string): Finding[] {
  const { type, items, minimum, maximum, max_length } = parameter;
  const isNumeric = type === 'number' || type === 'integer';
  const findings: Finding[] = [];
  const misplaced = (field: string): void => {
    findings.push(
      error(
        'keyword_misplaced',
        `${path}.${field}`,
        `This keyword does not apply to a parameter of type ${type}. Remove it.`,
      ),
    );
  };
  if (type === 'array' && !items) {
    findings.push(error('items_missing', `${path}.items`, "State the type of the array's items."));
  }
  if (type !== 'array' && items) misplaced('items');
  if (!isNumeric && minimum !== undefined) misplaced('minimum');
  if (!isNumeric && maximum !== undefined) misplaced('maximum');
  if (type !== 'string' && max_length !== undefined) misplaced('max_length');
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    findings.push(
      error(
        'bounds_crossed',
        `${path}.minimum`,
        `The minimum ${minimum} is greater than the maximum ${maximum}.`,
      ),
    );
  }
  parameter.enum?.forEach((value, index) => {
    if (!isOfType(value, type)) {
      findings.push(error('enum_mistyped', `${path}.enum.${index}`, `This value is not of type ${type}.`));
    }
  });
  return findings;
}

function isOfType(value: string | number, type: ToolParameter['type']): boolean {
  if (type === 'string') return typeof value === 'string';
  if (type === 'number') return typeof value === 'number';
  return type === 'integer' && Number.isInteger(value);
}

/** All enabled tools share the one list that the model sees. */
function namespaceFindings(plugins: readonly Plugin[]): Finding[] {
  const tools = plugins.flatMap(({ enabled, tools: own }, plugin) =>
    enabled
      ? own.map(({ tool_name }, index) => ({ tool_name, path: `plugins.${plugin}.tools.${index}.tool_name` }))
      : [],
  );
  const findings = repeatsIn(tools, ({ tool_name }) => tool_name.toLowerCase()).map((index) =>
    error('tool_duplicate', tools[index]!.path, 'Another enabled tool has this name. Choose another name.'),
  );
  if (tools.length > MANY_TOOLS) {
    findings.push(
      warning(
        'tools_many',
        'plugins',
        `${tools.length} tools are enabled; with more than ${MANY_TOOLS}, models choose less reliably.`,
      ),
    );
  }
  return findings;
}

export const PLUGIN_RULES: readonly FindingRule[] = [
  ['plugin_duplicate', 'error', 'two plugins have the same id'],
  ['plugin_idle', 'warning', 'a plugin is enabled and has neither tools nor webhooks'],
  ['setting_ambiguous', 'error', 'a setting and a secret have the same name'],
  ['webhook_duplicate', 'error', 'two webhooks of a plugin have the same name'],
  ['webhook_unsigned', 'warning', 'a webhook has no signing secret'],
  ['tool_duplicate', 'error', 'two tools of enabled plugins have the same name, ignoring case'],
  ['tools_many', 'warning', 'more than 30 tools are enabled'],
  ['header_reserved', 'error', 'the service sets this header itself'],
  ['header_duplicate', 'error', 'a header is listed twice, ignoring case'],
  ['parameter_unknown', 'error', 'a required parameter does not exist'],
  ['retry_repeats_effect', 'warning', 'retries with a method other than GET'],
  ['items_missing', 'error', 'an array has no type for its items'],
  ['keyword_misplaced', 'error', 'items, minimum, maximum or max_length do not apply to the type'],
  ['bounds_crossed', 'error', 'the minimum is above the maximum'],
  ['enum_mistyped', 'error', 'a value of enum is not of the type'],
  ...URL_RULES,
];
