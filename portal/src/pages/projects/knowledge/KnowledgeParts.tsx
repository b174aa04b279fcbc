import { Tabs } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeView } from '../../../address/view';
import { Loading } from '../../../parts/States';
import { useShownTab } from '../../../parts/tabs';
import { withTexts } from '../../../texts/texts';
import type { KnowledgeProps } from './knowledge';
import type { Asked } from './preview/Preview';
import { Sources } from './sources/Sources';

const PARTS = {
  sources: Sources,
  builds: lazy(withTexts(['projects'], async () => ({ default: (await import('./builds/Builds')).Builds }))),
  preview: lazy(
    withTexts(['projects'], async () => ({ default: (await import('./preview/Preview')).Preview })),
  ),
  gaps: lazy(async () => ({ default: (await import('./gaps/Gaps')).Gaps })),
} as const;

const isPart = (name: string | undefined): name is keyof typeof PARTS =>
  name !== undefined && Object.hasOwn(PARTS, name);

/** The knowledge from which the assistant answers: sources, builds, and a preview of answers. */
export function KnowledgeParts(props: KnowledgeProps) {
  const { t } = useTranslation();
  const change = useChangeView();
  const { part }: { part?: string } = useSearch({ strict: false });
  const shown = isPart(part) ? part : 'sources';
  const row = useShownTab(shown);
  // In no address and in no storage (knowledge 8.3).
  const [chosen, setChosen] = useState<Asked['chosen']>({});
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
        <Suspense fallback={<Loading height={240} label={t(`knowledge.parts.${shown}`)} />}>
          <Shown {...props} chosen={chosen} setChosen={setChosen} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
