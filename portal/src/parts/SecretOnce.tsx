import { Alert, Button, Checkbox, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * A secret that no other response shows. It disappears when the person confirms that it is stored.
 */
export function SecretOnce({
  title,
  secret,
  onStored,
}: {
  readonly title: string;
  /** Null: the response was a replay, which does not contain it. */
  readonly secret: string | null;
  readonly onStored: () => void;
}) {
  const { t } = useTranslation();
  const [isStored, setStored] = useState(false);
  if (secret === null) {
    return (
      <Alert color="yellow" variant="outline" title={title}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t('secret.gone')}</Text>
          <Button size="xs" variant="default" onClick={onStored}>
            {t('actions.close')}
          </Button>
        </Stack>
      </Alert>
    );
  }
  return (
    <Alert variant="outline" icon={<IconKey aria-hidden />} title={title}>
      <Stack gap="sm" align="stretch">
        <Text size="sm">{t('secret.once')}</Text>
        <Code block aria-label={title} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {secret}
        </Code>
        <Group justify="space-between">
          <Checkbox
            label={t('secret.stored')}
            checked={isStored}
            onChange={({ currentTarget }) => setStored(currentTarget.checked)}
          />
          <Group gap="xs">
            <CopyButton value={secret}>
              {({ copied, copy }) => (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={
                    copied ? <IconCheck aria-hidden size={14} /> : <IconCopy aria-hidden size={14} />
                  }
                  onClick={copy}
                >
                  {t(copied ? 'states.copied' : 'states.copy')}
                </Button>
              )}
            </CopyButton>
            <Button size="xs" disabled={!isStored} onClick={onStored}>
              {t('secret.done')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Alert>
  );
}
