import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../parts/Panel';
import type { Json } from '../form/schema';
import { TEMPLATES, templateOf } from './assistant-templates';

/** Templates for an assistant that has no prompt yet. Choosing one saves nothing. */
export function Templates({ set }: { readonly set: (path: string, value: Json) => void }) {
  const { t, i18n } = useTranslation();
  return (
    <Panel title={t('templates.title')}>
      <Text size="sm" c="dimmed">
        {t('templates.help')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }} spacing="sm">
        {TEMPLATES.map((name) => (
          <Stack key={name} gap={4} justify="space-between">
            <div>
              <Text size="sm" fw={600}>
                {t(`templates.${name}.name`)}
              </Text>
              <Text size="sm" c="dimmed">
                {t(`templates.${name}.about`)}
              </Text>
            </div>
            <Group>
              <Button
                size="xs"
                variant="default"
                aria-label={t('templates.useNamed', { name: t(`templates.${name}.name`) })}
                onClick={() => {
                  for (const [path, value] of Object.entries(templateOf(name, t, i18n.language)))
                    set(path, value);
                }}
              >
                {t('templates.use')}
              </Button>
            </Group>
          </Stack>
        ))}
      </SimpleGrid>
    </Panel>
  );
}
