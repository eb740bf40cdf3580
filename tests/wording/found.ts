import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { sides } from '../../sides/index.ts'
import { loadSpec } from '../../spec/index.ts'
import { mutants } from '../../targets/sandbox/mutants/index.ts'
import { variants } from '../../targets/sandbox/variants/index.ts'
import { coinedIn, coinedInName, wordsOfSource } from './coined.ts'
import { proseOf } from './prose.ts'

/** A text or a name of the project, with the coined word that it has; undefined where it has none. */
export interface Found {
  readonly kind: string
  readonly file: string
  readonly text: string
  readonly coined: string | undefined
}

const root = resolve(import.meta.dirname, '../..')
const LEFT_OUT = new Set(['node_modules', 'reports', 'dist', 'coverage'])
const find = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => LEFT_OUT.has(name) }).toSorted()
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8')

/** Files that name the coined words, and those that are written for each release. */
const OWN = /^(?:tests\/wording|cli\/glossary\.ts|docs\/reference\/words\.md|README\.md|CHANGELOG\.md)/
const DEFECTS = /^targets\/sandbox\/(?:mutants|variants)\/|^tests\/(?:client|receiver)\/(?:defects|legal)/
const TESTS = /^tests\/|\.test\.ts$|\/testing/

function kindOf(file: string): string {
  if (DEFECTS.test(file)) return 'defects'
  return TESTS.test(file) ? 'tests' : 'output'
}

/** All texts and names of the project, each once for each coined word in it. */
export async function found(): Promise<readonly Found[]> {
  const sources = find('**/*.{ts,mjs}').filter((file) => !OWN.test(file))
  const all: Found[] = []
  const add = (kind: string, file: string, text: string, coined: readonly string[]) =>
    all.push(
      ...(coined.length === 0 ? [undefined] : coined).map((word) => ({ kind, file, text, coined: word })),
    )
  for (const file of sources) {
    const source = wordsOfSource(read(file))
    for (const text of source.texts) add(kindOf(file), file, text, coinedIn(text))
    for (const text of source.comments) add('comments', file, text, coinedIn(text))
    for (const name of source.names) add('identifiers', file, name, coinedInName(name, file))
  }
  for (const file of find('{spec,pact,targets/profile,cli}/**/*.yaml'))
    for (const text of valuesOf(read(file))) add('output', file, text, coinedIn(text))
  for (const file of find('**/*.md').filter((name) => !OWN.test(name)))
    for (const text of proseOf(read(file))) add('docs', file, text, coinedIn(text))
  for (const file of find('**/*.{ts,mjs,yaml,md,json,py}'))
    add('files', file, basename(file), coinedInName(file.split('/').slice(-2).join('/')))
  for (const id of await idsOfScenarios()) add('scenario ids', 'sides/', id, coinedInName(id))
  for (const { id } of [...mutants, ...variants]) add('defect ids', 'targets/sandbox/', id, coinedInName(id))
  return all
}

/** The texts of a YAML file, without its keys and comments. */
const valuesOf = (yaml: string): readonly string[] =>
  yaml.split('\n').map((line) =>
    line
      .replace(/(?:^| )#.*$/, '')
      .replace(/^[\s-]*[\w.$-]+: ?/, '')
      .replace(/^"(.*)"$/, '$1'),
  )

async function idsOfScenarios(): Promise<readonly string[]> {
  const spec = await loadSpec()
  const suites = await Promise.all(sides.map(async ({ load }) => (await load()).suite(spec)))
  return suites.flatMap(({ scenarios }) => scenarios.map(({ id }) => id))
}
