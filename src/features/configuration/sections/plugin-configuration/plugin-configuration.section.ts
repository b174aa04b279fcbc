import { defineSection } from '../../rules/sections/section-definition.js';
import { PLUGIN_RULES, pluginFindings } from './plugin-configuration.policy.js';
import { PluginConfiguration } from './plugin-configuration.schema.js';
import { PARTNER_ROLES } from '../../../../core/shared/roles.js';

const EXAMPLE: PluginConfiguration = {
  plugins: [
    {
      plugin_id: 'practice-records',
      name: 'Practice records',
      enabled: true,
      settings: { practice_number: 12, greet_by_name: true },
      secrets: {},
      tools: [
        {
          tool_name: 'find_free_slots',
          description: 'Finds free appointments on a day. Use it before you offer a time.',
          method: 'GET',
          url: 'https://records.example.com/v1/slots',
          timeout_ms: 4000,
          retries: 1,
          headers: { Accept: 'application/json' },
          secret_headers: { Authorization: { secret_ref: 'RECORDS_API_KEY' } },
          parameters: {
            type: 'object',
            properties: {
              day: { type: 'string', description: 'The day, as YYYY-MM-DD.', max_length: 10 },
              reason: {
                type: 'string',
                description: 'Why the caller comes.',
                enum: ['check-up', 'pain', 'cleaning'],
              },
            },
            required: ['day'],
          },
          say_while_waiting: 'Let me look that up for you.',
        },
      ],
      webhooks: [],
    },
  ],
};

/** GET, PUT /plugin-configuration and its validation (workspace 1.1). */
export const section = defineSection({
  name: 'plugin-configuration',
  route: 'v1/projects/:project_id/plugin-configuration',
  title: 'Plugins',
  schema: PluginConfiguration,
  defaults: { plugins: [] },
  example: EXAMPLE,
  read: { scopes: PARTNER_ROLES },
  write: { scopes: ['partner_admin'], method: 'put', path: '', guard: 'if_match_or_token' },
  validate: { scopes: ['partner_admin'], override: ['partner_admin'], guarded: true },
  findings: pluginFindings,
  rules: PLUGIN_RULES,
});
