import {
  IconBook,
  IconFileExport,
  IconHistory,
  IconKey,
  IconListCheck,
  IconPhone,
  IconRocket,
  IconSettings,
  type Icon,
} from '@tabler/icons-react';
import { lazy, type ComponentType } from 'react';
import type { TabName } from '../../address/project-places';
import type { Operation } from '../../session/rights';
import { withTexts } from '../../texts/texts';
import type { TabProps } from './project';

interface ProjectTab {
  readonly name: TabName;
  readonly icon: Icon;
  readonly Content: ComponentType<TabProps>;
  /** Also shown to roles that cannot read the configuration. */
  readonly isForAll?: boolean;
  /** The operation that the tab calls first, if it needs more than the project itself. */
  readonly operation?: Operation;
}

/** Parts of a project other than its configuration. */
export const TABS: readonly ProjectTab[] = [
  {
    name: 'knowledge',
    icon: IconBook,
    Content: lazy(
      withTexts(['knowledge'], async () => ({
        default: (await import('./knowledge/KnowledgePage')).KnowledgeTab,
      })),
    ),
    isForAll: true,
    operation: 'listKnowledgeSources',
  },
  {
    name: 'tests',
    icon: IconListCheck,
    Content: lazy(
      withTexts(['projectTabs'], async () => ({
        default: (await import('./tests/ConversationTestsTab')).ConversationTestsTab,
      })),
    ),
  },
  {
    name: 'testCalls',
    icon: IconPhone,
    Content: lazy(
      withTexts(['projectTabs'], async () => ({
        default: (await import('./tests/TestCallsTab')).TestCallsTab,
      })),
    ),
  },
  {
    name: 'release',
    icon: IconRocket,
    Content: lazy(
      withTexts(['projectTabs', 'knowledge'], async () => ({
        default: (await import('./release/ReleaseTab')).ReleaseTab,
      })),
    ),
  },
  {
    name: 'versions',
    icon: IconHistory,
    Content: lazy(
      withTexts(['projectTabs', 'knowledge'], async () => ({
        default: (await import('./release/VersionsTab')).VersionsTab,
      })),
    ),
  },
  {
    name: 'secrets',
    icon: IconKey,
    Content: lazy(
      withTexts(['projectTabs'], async () => ({
        default: (await import('./secrets/SecretsTab')).SecretsTab,
      })),
    ),
  },
  {
    name: 'files',
    icon: IconFileExport,
    Content: lazy(
      withTexts(['projectTabs', 'knowledge'], async () => ({
        default: (await import('./files/FilesTab')).FilesTab,
      })),
    ),
  },
  {
    name: 'settings',
    icon: IconSettings,
    Content: lazy(async () => ({ default: (await import('./settings/SettingsTab')).SettingsTab })),
    isForAll: true,
  },
];
