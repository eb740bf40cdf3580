import { GLOSSARY } from '../../cli/glossary.ts'
import { profileSchema } from '../../sides/profile-schemas.ts'
import { referencePage } from '../../targets/profile/reference.ts'

/** The files that are generated from tables and from the shapes of profiles, by their path in the project. */
export const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/reference/profile.md': referencePage,
  'docs/reference/words.md': wordsPage,
  'reporters/schemas/profile.schema.json': () => profileSchema('platform'),
  'reporters/schemas/receiver-profile.schema.json': () => profileSchema('receiver'),
  'reporters/schemas/client-profile.schema.json': () => profileSchema('client'),
}

function wordsPage(): string {
  const rows = GLOSSARY.map(
    ({ names, meaning, insteadOf = [] }) => `| ${names.join(', ')} | ${meaning} | ${insteadOf.join(', ')} |`,
  )
  const head =
    'What the words of reports and pages mean. `quote-conformance help WORD` explains them too. Made by `npm run reference`.'
  return `# Words of the reports\n\n${head}\n\n| word | meaning | in place of |\n| --- | --- | --- |\n${rows.join('\n')}\n`
}
