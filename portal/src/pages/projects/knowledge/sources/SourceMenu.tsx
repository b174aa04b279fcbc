import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconFileText,
  IconPencil,
  IconRefresh,
  IconShieldLock,
  IconTrash,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource } from '../../../../api/generated';
import type { Operation } from '../../../../session/rights';

export type SourceAction = 'read' | 'edit' | 'content' | 'refresh' | 'findings' | 'delete';

interface Entry {
  readonly action: SourceAction;
  readonly icon: Icon;
  readonly operation: Operation;
  readonly fits: (source: KnowledgeSource) => boolean;
}

const ENTRIES: readonly Entry[] = [
  {
    action: 'read',
    icon: IconFileText,
    operation: 'getKnowledgeSourceContent',
    fits: ({ content_hash: hash }) => hash !== null,
  },
  { action: 'edit', icon: IconPencil, operation: 'changeKnowledgeSource', fits: () => true },
  {
    action: 'content',
    icon: IconUpload,
    operation: 'saveKnowledgeSourceContent',
    fits: ({ kind }) => kind === 'file',
  },
  {
    action: 'refresh',
    icon: IconRefresh,
    operation: 'requestKnowledgeRefresh',
    fits: ({ kind }) => kind === 'url',
  },
  {
    action: 'findings',
    icon: IconShieldLock,
    operation: 'changeKnowledgeSource',
    fits: ({ findings }) => findings.length > 0,
  },
  { action: 'delete', icon: IconTrash, operation: 'deleteKnowledgeSource', fits: () => true },
];

/** The actions that a person may take on a source. */
export function SourceMenu({
  source,
  may,
  onChoose,
}: {
  readonly source: KnowledgeSource;
  readonly may: (operation: Operation) => boolean;
  readonly onChoose: (action: SourceAction) => void;
}) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('knowledge.actionsFor', { title: source.title ?? t('knowledge.noTitle') })}
        >
          <IconDots aria-hidden size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ENTRIES.filter((it) => it.fits(source) && may(it.operation)).map(({ action, icon: Sign }) => (
          <Menu.Item
            key={action}
            color={action === 'delete' ? 'red' : undefined}
            leftSection={<Sign aria-hidden size={16} />}
            onClick={() => onChoose(action)}
          >
            {t(`knowledge.actions.${action}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
