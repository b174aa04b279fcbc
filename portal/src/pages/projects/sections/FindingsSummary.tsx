import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { idOf, type Finding } from '../form/context';
import { splitPath, joinPath } from '../form/schema';
import { useWords } from '../form/words';

/** Goes to a field, or to the nearest visible element around it. */
function goTo(path: string): void {
  const parts = splitPath(path);
  for (let length = parts.length; length > 0; length -= 1) {
    const found = document.getElementById(idOf(parts.slice(0, length).reduce(joinPath, '')));
    if (!found) continue;
    found.scrollIntoView({ block: 'center' });
    found.focus();
    return;
  }
}

/** All findings of a section; each line links to its field. */
export function FindingsSummary({
  section,
  findings,
  isUntouched,
}: {
  readonly section: string;
  readonly findings: readonly Finding[];
  /** The section was never saved: missing values are work to do, not faults. */
  readonly isUntouched: boolean;
}) {
  const { t } = useTranslation();
  const words = useWords();
  if (findings.length === 0) return null;
  const errors = findings.filter((it) => it.severity === 'error').length;
  return (
    <Alert
      color={isUntouched ? 'gray' : errors > 0 ? 'red' : 'yellow'}
      variant="outline"
      icon={
        isUntouched ? (
          <IconInfoCircle aria-hidden />
        ) : errors > 0 ? (
          <IconCircleX aria-hidden />
        ) : (
          <IconAlertTriangle aria-hidden />
        )
      }
      title={
        isUntouched
          ? t('sectionPage.toFillIn')
          : [
              errors > 0 && t('sectionPage.errors', { count: errors }),
              findings.length > errors && t('sectionPage.warnings', { count: findings.length - errors }),
            ]
              .filter(Boolean)
              .join(', ')
      }
    >
      <List size="sm" spacing={2} listStyleType="none">
        {findings.map((it) => (
          <List.Item key={it.path + it.message}>
            {it.path !== '' && (
              <>
                <Anchor
                  underline="always"
                  component="button"
                  type="button"
                  size="sm"
                  onClick={() => goTo(it.path)}
                >
                  {words.trail(section, it.path)}
                </Anchor>
                {': '}
              </>
            )}
            <span dir="auto">{words.finding(it)}</span>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
