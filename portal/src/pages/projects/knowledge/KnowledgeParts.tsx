import { Tabs } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChangeView } from '../../../address/view';
import { useShownTab } from '../../../parts/tabs';
import { Builds } from './builds/Builds';
import { Gaps } from './gaps/Gaps';
import type { KnowledgeProps } from './knowledge';
import { Preview } from './preview/Preview';
import { Sources } from './sources/Sources';

const PARTS = { sources: Sources, builds: Builds, preview: Preview, gaps: Gaps } as const;

const isPart = (name: string | undefined): name is keyof typeof PARTS =>
  name !== undefined && Object.hasOwn(PARTS, name);

/** From what the assistant answers: its sources, the builds of them, and how they answer. */
export function KnowledgeParts(props: KnowledgeProps) {
  const { t } = useTranslation();
  const change = useChangeView();
  const { part }: { part?: string } = useSearch({ strict: false });
  const shown = isPart(part) ? part : 'sources';
  const row = useShownTab(shown);
  const Shown = PARTS[shown];
  return (
    <Tabs
      value={shown}
      onChange={(value) => change({ part: value ?? undefined, open: undefined, page: undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="md" ref={row}>
        {Object.keys(PARTS).map((name) => (
          <Tabs.Tab key={name} value={name} px={{ base: 6, sm: 'md' }}>
            {t(`knowledge.parts.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown}>
        <Shown {...props} />
      </Tabs.Panel>
    </Tabs>
  );
}
