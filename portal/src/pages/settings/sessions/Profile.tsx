import { Select, SimpleGrid, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { useProfile } from '../../../session/profile';
import type { Session } from '../../../session/session';
import { LANGUAGES, type Language } from '../../../texts/texts';

/** The language and the zone in which the person reads the portal, in every browser (portal-sessions 6.9). */
export function Profile({ session: { language, timezone } }: { readonly session: Session }) {
  const { t, i18n } = useTranslation();
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  // In the language that was just chosen.
  const profile = useProfile(() => notifications.show({ message: i18n.t('profile.saved') }));
  return (
    <Panel title={t('profile.title')}>
      <Text size="sm" c="dimmed">
        {t('profile.help')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={t('profile.language')}
          placeholder={t('profile.browser')}
          clearable
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={(next) => profile.save({ language: next as Language | null, timezone })}
        />
        <Select
          label={t('shell.zone')}
          placeholder={t('profile.browser')}
          clearable
          searchable
          data={timezone === null || zones.includes(timezone) ? zones : [timezone, ...zones]}
          value={timezone}
          onChange={(next) => profile.save({ language, timezone: next })}
        />
      </SimpleGrid>
      <Refusal problem={profile.problem} />
    </Panel>
  );
}
