/** Assistants to start from. Their words are texts of the portal, in the reader's language. */
export const TEMPLATES = ['reception', 'appointments', 'questions', 'reminder'] as const;
type Template = (typeof TEMPLATES)[number];

/** A language and a voice of the catalogue that speaks it, by the language of the prompt. */
const ENGLISH = { languages: ['en-AU'], voice_id: 'en-au-harriet' };
const SPOKEN: Readonly<Record<string, typeof ENGLISH>> = {
  de: { languages: ['de-DE'], voice_id: 'de-de-lena' },
};

/**
 * Fields of an assistant, by their names.
 * @param t gives the texts of `templates`
 */
export const templateOf = (name: Template, t: (key: string) => string, language: string) => ({
  prompt: t(`templates.${name}.prompt`),
  greeting: t(`templates.${name}.greeting`),
  ...(SPOKEN[language] ?? ENGLISH),
  end_call_rules: [
    { rule_id: 'caller-is-done', trigger: 'goodbye', say: t('templates.goodbye') },
    { rule_id: 'wrong-number', trigger: 'wrong_number', say: t('templates.goodbye') },
  ],
});
