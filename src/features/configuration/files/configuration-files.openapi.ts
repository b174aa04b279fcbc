/** An exported file, without its checksum, so that the example can be sent unchanged. */
export const EXAMPLE_FILE = {
  project: { display_name: 'Front desk', timezone: 'Australia/Sydney' },
  schema_version: 1,
  secrets: [],
  sections: {
    'dashboard-metadata': {
      colour: '#1f6feb',
      display_name: 'Front desk',
      timezone: 'Australia/Sydney',
    },
  },
};

const names = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Names of secrets that the sections refer to, each with the name of one in the target.',
};

/** Body of an import. */
export const FILE_BODY = {
  type: 'object' as const,
  required: ['schema_version', 'sections'],
  additionalProperties: false,
  properties: {
    schema_version: { type: 'integer', enum: [1] },
    project: {
      type: 'object',
      additionalProperties: false,
      properties: { display_name: { type: 'string' }, timezone: { type: 'string' } },
      description: 'For the reader of the file; not written.',
    },
    secrets: {
      type: 'array',
      items: { type: 'string' },
      description: 'The names that the sections refer to; not written.',
    },
    sections: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'object' },
      description:
        'By name. Each section replaces the whole section in the draft: fields left out are removed, sections left out stay.',
    },
    checksum: {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      description:
        'A checksum of everything except checksum and secret_names. Leave it out of a file that was edited by hand.',
    },
    secret_names: names,
  },
  example: EXAMPLE_FILE,
};

export const CLONE_BODY = {
  type: 'object' as const,
  required: ['target', 'source'],
  additionalProperties: false,
  properties: {
    target: {
      type: 'object',
      required: ['project_id'],
      additionalProperties: false,
      properties: {
        client_id: { type: 'string', description: 'If left out, that of the source.' },
        data_env: {
          type: 'string',
          enum: ['prod', 'staging', 'dev'],
          description: 'If left out, that of the source.',
        },
        project_id: { type: 'string' },
        etag: { type: 'string', description: "The etag of the target's draft; required once it has one." },
      },
    },
    source: { type: 'string', enum: ['draft', 'published'] },
    secret_names: names,
    secrets: {
      ...names,
      deprecated: true,
      description: 'The former name of secret_names.',
    },
  },
  example: { target: { project_id: 'acme-dental-after-hours-m5xd4r' }, source: 'published' },
};
