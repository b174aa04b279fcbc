import { Alert, Group, Select, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IncomingResponse } from '../../../api/generated';
import { FindingLine } from '../form/Notes';
import type { Choice } from '../form/context';
import { ChangeList } from '../changes/ChangeList';

/**
 * The effect of an import, before it is written: changes, findings, and secrets that the target
 * lacks.
 */
export function Incoming({
  incoming,
  secrets,
  names,
  onName,
}: {
  readonly incoming: IncomingResponse;
  readonly secrets: readonly Choice[];
  readonly names: Readonly<Record<string, string>>;
  readonly onName: (from: string, to: string | null) => void;
}) {
  const { t } = useTranslation();
  const missing = [...new Set([...incoming.missing_secrets, ...Object.keys(names)])];
  const findings = incoming.sections.filter(({ findings: found }) => found.length > 0);
  return (
    <Stack>
      {missing.length > 0 && (
        <Alert color="yellow" variant="outline" title={t('files.missingSecrets')}>
          <Stack gap="xs">
            <Text size="sm">{t('files.missingSecretsText')}</Text>
            {missing.map((name) => (
              <Group key={name} gap="xs">
                <Text size="sm" ff="monospace" w={180}>
                  {name}
                </Text>
                <Select
                  size="xs"
                  clearable
                  searchable
                  aria-label={t('files.useInstead', { name })}
                  placeholder={t('files.leave')}
                  data={[...secrets]}
                  value={names[name] ?? null}
                  onChange={(to) => onName(name, to)}
                />
              </Group>
            ))}
          </Stack>
        </Alert>
      )}
      {findings.length > 0 && (
        <Stack gap={4}>
          <Text fw={600} size="sm">
            {t('files.findings')}
          </Text>
          {findings.map(({ section, findings: found }) => (
            <div key={section}>
              <Text size="sm">{t(`sectionNames.${section}`)}</Text>
              {found.map((it) => (
                <FindingLine key={it.path + it.message} finding={it} />
              ))}
            </div>
          ))}
        </Stack>
      )}
      {incoming.changes.length === 0 ? (
        <Text size="sm">{t('files.nothing')}</Text>
      ) : (
        <ChangeList changes={incoming.changes} />
      )}
    </Stack>
  );
}
