/** A file as it is exported; without a checksum, so that it can be sent as it stands. */
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
  description: 'Names of secrets that the sections refer to, each with the name of one that the target has.',
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
      description: 'By name, each as a whole: what is left out of a section is not there any more.',
    },
    checksum: {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      description:
        'A checksum of everything but checksum and secret_names. Left out of a file that was ' +
        'edited by hand.',
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
        client_id: { type: 'string', description: "Without it the source's." },
        data_env: {
          type: 'string',
          enum: ['prod', 'staging', 'dev'],
          description: "Without it the source's.",
        },
        project_id: { type: 'string' },
        etag: { type: 'string', description: "The etag of the target's draft; needed once it has one." },
      },
    },
    source: { type: 'string', enum: ['draft', 'published'] },
    secret_names: names,
    secrets: {
      ...names,
      deprecated: true,
      description: 'The same as secret_names, as it was called before.',
    },
  },
  example: { target: { project_id: 'acme-dental-after-hours-m5xd4r' }, source: 'published' },
};
