import { Badge, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ComparisonResponse } from '../../../api/generated';
import type { Json } from '../form/schema';
import { useWords } from '../form/words';
import { BuildChange, isBuild } from '../knowledge/builds/BuildChange';
import { JsonView } from '../sections/JsonView';
import { TextChange } from './TextChange';

type Change = ComparisonResponse['changes'][number];

/** Counters of the service: they change when the counted items change. */
const COUNTERS = new Set(['customer_destinations_version']);

/** One side of a change. If both sides are texts, the difference is highlighted. */
function Side({
  section,
  path,
  value,
  other,
}: {
  readonly section: string;
  readonly path: string;
  readonly value: Json | undefined;
  readonly other: Json | undefined;
}) {
  if (typeof value === 'string' && value !== '' && typeof other === 'string' && /\s/.test(value))
    return <TextChange text={value} other={other} />;
  return <JsonView section={section} path={path} value={value} />;
}

/** Differences, section by section: each field before and after. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const { t } = useTranslation();
  const words = useWords();
  const shown = changes.filter(({ path }) => !COUNTERS.has(path));
  const sections = [...new Set(shown.map(({ section }) => section))];
  const isHidden = ({ op, from, to }: Change): boolean =>
    op === 'replace' && from === undefined && to === undefined;
  return (
    <Stack>
      {sections.map((section) => (
        <div key={section}>
          <Text fw={600} size="sm" mb={4}>
            {t(`sectionNames.${section}`, { defaultValue: section })}
          </Text>
          <Table
            className="changes"
            verticalSpacing="xs"
            layout="fixed"
            aria-label={t(`sectionNames.${section}`, { defaultValue: section })}
          >
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col" w="26%">
                  {t('conflict.field')}
                </Table.Th>
                <Table.Th scope="col">{t('changes.before')}</Table.Th>
                <Table.Th scope="col">{t('changes.after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown
                .filter((it) => it.section === section)
                .map((it, n) => (
                  <Table.Tr key={`${it.path}${n}`} className="top">
                    <Table.Th scope="row" fw={500}>
                      {it.path === '' ? t('changes.all') : words.trail(section, it.path)}{' '}
                      <Badge size="xs" variant="default">
                        {t(`changes.${it.op}`)}
                      </Badge>
                    </Table.Th>
                    <Table.Td data-side={t('changes.before')}>
                      {isHidden(it) ? (
                        t('changes.secret')
                      ) : (
                        <Side
                          section={section}
                          path={it.path}
                          value={it.from as Json | undefined}
                          other={it.to as Json | undefined}
                        />
                      )}
                    </Table.Td>
                    <Table.Td data-side={t('changes.after')}>
                      {isHidden(it) ? (
                        t('changes.otherSecret')
                      ) : (
                        <Side
                          section={section}
                          path={it.path}
                          value={it.to as Json | undefined}
                          other={it.from as Json | undefined}
                        />
                      )}
                      {isBuild(section, it.path) && (
                        <BuildChange from={it.from as Json | undefined} to={it.to as Json | undefined} />
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </Table>
        </div>
      ))}
    </Stack>
  );
}
