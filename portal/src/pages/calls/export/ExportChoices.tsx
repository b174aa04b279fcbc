import { Checkbox, Radio, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../texts/numbers';
import type { Capabilities, Choice, Column } from './export-request';

type Option = Capabilities['options'][number]['option'];

/** Profiles, columns and options: only those that this person may use. */
export function ExportChoices({
  capabilities: { profiles, options, limits },
  choice,
  onChange,
}: {
  readonly capabilities: Capabilities;
  readonly choice: Choice;
  readonly onChange: (change: Partial<Choice>) => void;
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  // The choice without a profile comes last: it is for systems, the others are for people.
  const allowed = profiles
    .filter((it) => it.allowed)
    .sort((a, b) => Number(a.profile === null) - Number(b.profile === null));
  const profile = allowed.find((it) => (it.profile ?? '') === choice.profile) ?? allowed[0];
  /** Sensitive options of this profile that the person may request. */
  const option = (name: Option) =>
    options.find((it) => it.option === name && it.allowed && it.profiles.includes(profile?.profile ?? null));
  const withheld = (name: Option): string | undefined => {
    const reason = option(name)?.honoured === false ? option(name)?.reason : null;
    return reason ? t(`export.reason.${reason}`) : undefined;
  };
  return (
    <Stack>
      <Radio.Group
        label={t('export.profile')}
        value={profile?.profile ?? ''}
        onChange={(value) =>
          onChange({ profile: allowed.find((it) => (it.profile ?? '') === value)?.profile ?? '' })
        }
      >
        <Stack gap="xs" mt={4}>
          {allowed.map((it) => (
            <Radio
              key={it.profile ?? ''}
              value={it.profile ?? ''}
              label={t(`export.profiles.${it.profile ?? 'none'}`)}
              description={t(`export.profileHelp.${it.profile ?? 'none'}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {profile?.chooses_columns && (
        <Checkbox.Group
          label={t('export.columns')}
          value={[...choice.columns]}
          error={choice.columns.length === 0 ? t('file.problem.EXPORT_COLUMNS_INVALID') : undefined}
          onChange={(names) =>
            // Keeps the profile's order for any order of clicks.
            onChange({
              columns: profile.columns.filter(
                (it): it is Column => it !== 'transcript_status' && names.some((name) => name === it),
              ),
            })
          }
        >
          <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs" mt={4}>
            {profile.columns.map((name) => (
              <Checkbox key={name} size="xs" value={name} label={t(`export.column.${name}`)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
      {option('redact_personal_information') && (
        <Switch
          label={t('export.redact')}
          description={withheld('redact_personal_information')}
          checked={choice.isRedacted}
          onChange={({ currentTarget }) => onChange({ isRedacted: currentTarget.checked })}
        />
      )}
      {profile?.profile === null && option('include_caller_info') && (
        <Checkbox
          label={t('export.callers')}
          description={withheld('include_caller_info')}
          checked={choice.hasCallers}
          onChange={({ currentTarget }) => onChange({ hasCallers: currentTarget.checked })}
        />
      )}
      {profile?.profile === null && option('include_transcript_text') && (
        <Checkbox
          label={t('export.transcripts')}
          description={withheld('include_transcript_text')}
          checked={choice.hasTranscripts}
          onChange={({ currentTarget }) => onChange({ hasTranscripts: currentTarget.checked })}
        />
      )}
      <Checkbox
        label={t('export.excel')}
        checked={choice.isForExcel}
        onChange={({ currentTarget }) => onChange({ isForExcel: currentTarget.checked })}
      />
      <Text size="xs" c="dimmed">
        {t('export.limits', {
          rows: count(limits.max_rows),
          exports: limits.exports.caller.limit,
          minutes: count(limits.exports.caller.seconds / 60),
        })}{' '}
        {t('export.names', { name: 'call_started_at' })}
      </Text>
    </Stack>
  );
}
