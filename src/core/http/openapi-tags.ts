/** The groups of the document in the order of a reader's first day; a route names its own with @ApiTags. */
export const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Health', description: 'Whether the service answers, and for monitors whether its parts do.' },
  { name: 'Calls', description: 'Calls of your client: list, detail, analytics, transcripts and exports.' },
  {
    name: 'Projects',
    description: 'Projects from setup to archive, who sees them, and what their calls cost.',
  },
  {
    name: 'Project workspace',
    description:
      'The draft of a project: its configuration by section, each read, saved and validated by itself.',
  },
  {
    name: 'Releases and secrets',
    description:
      'Publishing a draft, the versions published before, secrets, and what the voice runtime runs.',
  },
  { name: 'Partner integrations', description: 'Who the caller is, and the API keys of a partner.' },
  { name: 'Privacy', description: 'What personal data a client shows, and to which roles.' },
  { name: 'Ingest', description: 'Calls on their way in, from the voice runtime.' },
  { name: 'Runtime', description: 'What the voice runtime asks about a project, and what it reports.' },
];
