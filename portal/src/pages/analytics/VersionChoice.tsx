import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeView, useView } from '../../address/view';
import { isVersion, useVersion } from './direction';

const SETTLE_MS = 400;

/** Calls of one version; applies when the person stops typing. */
export function VersionChoice() {
  const { t } = useTranslation();
  const applied = useVersion() ?? '';
  const change = useChangeView();
  const [state, setState] = useState({ applied, text: applied });
  // A new address replaces the text.
  const text = state.applied === applied ? state.text : applied;
  const wanted = text.trim();
  const { project_id: project } = useView();
  const isUnknown = wanted !== '' && !isVersion(wanted);
  const isOfNoProject = isVersion(wanted) && wanted !== 'none' && project === undefined;
  const isHeld = isUnknown || isOfNoProject;
  useEffect(() => {
    if (wanted === applied || isHeld) return undefined;
    const timer = setTimeout(() => change({ version: wanted || undefined }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted, applied, isHeld, change]);
  return (
    <TextInput
      size="xs"
      w={160}
      aria-label={t('analytics.version')}
      placeholder={t('analytics.version')}
      error={
        isUnknown ? t('analytics.noVersion') : isOfNoProject ? t('analytics.versionOfProject') : undefined
      }
      value={text}
      onChange={({ currentTarget }) => setState({ applied, text: currentTarget.value })}
    />
  );
}
