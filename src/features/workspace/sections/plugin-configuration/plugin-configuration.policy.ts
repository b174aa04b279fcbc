import { urlFault } from '../../../../core/http/public-host.policy.js';
import { error, repeatsIn, warning } from '../../configuration/finding.js';
import type { Finding } from '../../configuration/section-definition.js';
import { describeUrlFault } from '../../configuration/url-faults.js';
import type { Plugin, PluginConfiguration, Tool, ToolParameter } from './plugin-configuration.schema.js';

// Models choose worse among many tools, and every description is read again in each turn of a call.
const MANY_TOOLS = 30;

/** What a schema cannot say about plugins. */
export function pluginFindings({ plugins }: PluginConfiguration): Finding[] {
  return [
    ...repeatsIn(plugins, ({ plugin_id }) => plugin_id).map((index) =>
      error('plugin_duplicate', `plugins[${index}].plugin_id`, 'Another plugin has this name.'),
    ),
    ...plugins.flatMap((plugin, index) => ofPlugin(plugin, `plugins[${index}]`)),
    ...namespaceFindings(plugins),
  ];
}

function ofPlugin(plugin: Plugin, path: string): Finding[] {
  const { tools, webhooks, settings, secrets, enabled } = plugin;
  const findings = [
    ...tools.flatMap((tool, index) => ofTool(tool, `${path}.tools[${index}]`)),
    ...webhooks.flatMap(({ url, signing_secret }, index) => [
      ...urlFindings(url, `${path}.webhooks[${index}].url`),
      ...(signing_secret
        ? []
        : [
            warning(
              'webhook_unsigned',
              `${path}.webhooks[${index}].signing_secret`,
              'Whoever receives it cannot tell that it comes from here.',
            ),
          ]),
    ]),
    ...repeatsIn(webhooks, ({ webhook_name }) => webhook_name).map((index) =>
      error(
        'webhook_duplicate',
        `${path}.webhooks[${index}].webhook_name`,
        'Another webhook of the plugin has this name.',
      ),
    ),
    ...Object.keys(secrets)
      .filter((name) => name in settings)
      .map((name) =>
        error('setting_ambiguous', `${path}.secrets.${name}`, 'There is a setting of this name too.'),
      ),
    ...Object.keys(settings)
      .filter((name) => SECRET_SETTING.test(name))
      .map((name) => plainSecret(`${path}.settings.${name}`, 'secrets')),
  ];
  if (enabled && tools.length === 0 && webhooks.length === 0) {
    findings.push(warning('plugin_idle', path, 'It is enabled, but has neither tools nor webhooks.'));
  }
  return findings;
}

const SECRET_SETTING =
  /(^|_)(api_?key|password|passwd|secret|(access|auth|bearer|refresh)_token|private_key)($|_)/;
const SECRET_HEADER = /^(authorization|proxy-authorization|cookie|.*(api-?key|secret|token|password).*)$/i;
// What connections are made of is the sender's alone.
const RESERVED_HEADER =
  /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|content-type)$/i;

const plainSecret = (path: string, place: string): Finding =>
  error(
    'secret_in_plain_text',
    path,
    `Everyone who reads the configuration can see it. Put it under ${place}.`,
  );

function ofTool(tool: Tool, path: string): Finding[] {
  const { headers, secret_headers, parameters } = tool;
  const findings = urlFindings(tool.url, `${path}.url`);
  const seen = new Set<string>();
  for (const [place, names] of [
    ['headers', Object.keys(headers)],
    ['secret_headers', Object.keys(secret_headers)],
  ] as const) {
    for (const name of names) {
      const at = `${path}.${place}.${name}`;
      if (RESERVED_HEADER.test(name))
        findings.push(error('header_reserved', at, 'The service sets this header itself.'));
      else if (place === 'headers' && SECRET_HEADER.test(name))
        findings.push(plainSecret(at, 'secret_headers'));
      if (seen.has(name.toLowerCase()))
        findings.push(error('header_duplicate', at, 'The header is there already.'));
      seen.add(name.toLowerCase());
    }
  }
  parameters.required.forEach((name, index) => {
    if (!Object.hasOwn(parameters.properties, name)) {
      findings.push(
        error('parameter_unknown', `${path}.parameters.required[${index}]`, `There is no parameter ${name}.`),
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

const urlFindings = (url: string, path: string): Finding[] => {
  const fault = urlFault(url);
  if (fault) return [error(`url_${fault}`, path, describeUrlFault(fault))];
  const names = [...new URL(url).searchParams.keys()];
  return names.some((name) => SECRET_SETTING.test(name.toLowerCase().replaceAll('-', '_')))
    ? [plainSecret(path, 'secret_headers')]
    : [];
};

function ofParameter(parameter: ToolParameter, path: string): Finding[] {
  const { type, items, minimum, maximum, max_length } = parameter;
  const isNumeric = type === 'number' || type === 'integer';
  const findings: Finding[] = [];
  const misplaced = (field: string): void => {
    findings.push(
      error('keyword_misplaced', `${path}.${field}`, `Means nothing for a parameter of type ${type}.`),
    );
  };
  if (type === 'array' && !items) {
    findings.push(error('items_missing', `${path}.items`, 'Say what the array consists of.'));
  }
  if (type !== 'array' && items) misplaced('items');
  if (!isNumeric && minimum !== undefined) misplaced('minimum');
  if (!isNumeric && maximum !== undefined) misplaced('maximum');
  if (type !== 'string' && max_length !== undefined) misplaced('max_length');
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    findings.push(
      error('bounds_crossed', `${path}.minimum`, `No number is at least ${minimum} and at most ${maximum}.`),
    );
  }
  parameter.enum?.forEach((value, index) => {
    if (!isOfType(value, type)) {
      findings.push(error('enum_mistyped', `${path}.enum[${index}]`, `Is not of type ${type}.`));
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
      ? own.map(({ tool_name }, index) => ({
          tool_name,
          path: `plugins[${plugin}].tools[${index}].tool_name`,
        }))
      : [],
  );
  const findings = repeatsIn(tools, ({ tool_name }) => tool_name.toLowerCase()).map((index) =>
    error('tool_duplicate', tools[index]!.path, 'Another enabled tool has this name.'),
  );
  if (tools.length > MANY_TOOLS) {
    findings.push(
      warning(
        'tools_many',
        'plugins',
        `${tools.length} tools are enabled; with more than ${MANY_TOOLS}, models choose worse.`,
      ),
    );
  }
  return findings;
}
