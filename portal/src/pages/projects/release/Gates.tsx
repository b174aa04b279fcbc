import { Anchor, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ValidationResponse } from '../../../api/generated';
import { useWords } from '../form/words';
import { gatesOf } from './gates';

const PLACES: Readonly<Record<string, string>> = { tests: 'tests' };

/** Reasons why the draft cannot be published, in words, each with a link to its cause. */
export function Gates({ validation }: { readonly validation: ValidationResponse }) {
  const { t } = useTranslation();
  const words = useWords();
  const warnings = validation.sections
    .map(({ section, findings }) => ({
      section,
      count: findings.filter((it) => it.severity === 'warning').length,
    }))
    .filter(({ count }) => count > 0);
  return (
    <Stack gap="sm">
      {gatesOf(validation).map(({ name, isOpen, findings }) => (
        <Group key={name} align="flex-start" wrap="nowrap" gap="xs">
          {isOpen ? (
            <IconCircleCheck
              aria-hidden
              size={18}
              color="var(--mantine-color-teal-text)"
              style={{ flexShrink: 0 }}
            />
          ) : (
            <IconCircleX
              aria-hidden
              size={18}
              color="var(--mantine-color-red-text)"
              style={{ flexShrink: 0 }}
            />
          )}
          <div>
            <Text size="sm" fw={500}>
              {t(`gates.${name}.${isOpen ? 'open' : 'closed'}`)}
            </Text>
            <List size="sm" listStyleType="none" spacing={2}>
              {findings.map(({ section, path, code, message }) => {
                const tab = section ?? PLACES[name];
                return (
                  <List.Item key={`${section ?? ''}${path}${message}`}>
                    {tab && (
                      <>
                        <Anchor
                          underline="always"
                          size="sm"
                          renderRoot={(props) => (
                            <Link
                              to="."
                              search={(it) => ({ client_id: it.client_id, zone: it.zone, tab })}
                              {...props}
                            />
                          )}
                        >
                          {section
                            ? [t(`sectionNames.${section}`), path && words.trail(section, path)]
                                .filter(Boolean)
                                .join(' › ')
                            : t(`projectTabs.${tab}`)}
                        </Anchor>
                        {': '}
                      </>
                    )}
                    <span dir="auto">{words.finding({ code, message })}</span>
                  </List.Item>
                );
              })}
            </List>
          </div>
        </Group>
      ))}
      {warnings.length > 0 && (
        <Group align="flex-start" wrap="nowrap" gap="xs">
          <IconAlertTriangle
            aria-hidden
            size={18}
            color="var(--mantine-color-yellow-text)"
            style={{ flexShrink: 0 }}
          />
          <Text size="sm">
            {t('gates.warnings')}{' '}
            {warnings.map(({ section, count }) => `${t(`sectionNames.${section}`)} (${count})`).join(', ')}
          </Text>
        </Group>
      )}
    </Stack>
  );
}
