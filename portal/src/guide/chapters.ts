/** The chapters of the guide in the order of its documents, and the page of the menu that each is about; null: all of them. */
const PAGES_OF = {
  'first-steps': null,
  home: 'home',
  clients: 'clients',
  analytics: 'analytics',
  calls: 'calls',
  'follow-up': 'followUp',
  projects: 'projects',
  // Partners open it from a project, and customers from the menu.
  knowledge: null,
  campaigns: 'campaigns',
  suppressions: 'campaigns',
  'single-calls': 'campaigns',
  integrations: 'integrations',
  'caller-requests': 'requests',
  billing: 'billing',
  alerts: 'alerts',
  status: 'status',
  support: 'support',
  settings: 'settings',
  'account-security': null,
} as const;

export type ChapterName = keyof typeof PAGES_OF;
export const CHAPTERS = Object.keys(PAGES_OF) as ChapterName[];

/** Whether a chapter is about a page that a person may open. */
export function isChapterFor(name: ChapterName, pages: readonly { readonly name: string }[]): boolean {
  const page = PAGES_OF[name];
  return page === null || pages.some((it) => it.name === page);
}
