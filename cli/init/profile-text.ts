import { stringify } from 'yaml'
import { wrapped } from '../../reporters/index.ts'

/** A key that a profile may have. */
interface WrittenKey {
  readonly path: string
  readonly meaning: string
  readonly form: string
  /** The default value. */
  readonly fallback?: unknown
  /** An example value. */
  readonly example?: unknown
}

/** The longest line that is written, where no word is longer. */
const COLUMNS = 100

/**
 * The text of a profile with every key that its side knows. Keys with a value are set; all others are comments. An explanation
 * that does not fit behind its key stands above it, after `##`.
 *
 * @param schemaFile name of the schema file, for editors
 * @param values values by the paths of their keys
 */
export function profileText(
  keys: readonly WrittenKey[],
  schemaFile: string,
  values: Readonly<Record<string, unknown>>,
): string {
  return [
    `# yaml-language-server: $schema=./${schemaFile}`,
    '# To set a key, remove the # before it, before the lines of its value and before the maps above it.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of a profile
    '## ${NAME} is taken from the environment, anywhere.',
    ...keys.flatMap((key) => linesOf(key, keys, values)),
    '',
  ].join('\n')
}

function linesOf(
  { path, meaning, form, fallback, example }: WrittenKey,
  keys: readonly WrittenKey[],
  values: Readonly<Record<string, unknown>>,
): readonly string[] {
  const isMap = keys.some((other) => other.path.startsWith(`${path}.`))
  const isSet = Object.keys(values).some((set) => set === path || set.startsWith(`${path}.`))
  const margin = '  '.repeat(path.split('.').length - 1)
  const [first = '', ...more] = written(
    path.split('.').at(-1) ?? '',
    isMap ? undefined : (values[path] ?? fallback ?? example),
  )
  const says = isMap ? meaning : `${meaning}; ${form}`
  // The mark stands at the key, so that a line without it has the indentation of its neighbours.
  const marked = (line: string) => `${margin}${isSet ? '' : '#'}${line}`
  const behind = `${marked(first)}  # ${says}`
  return isMap || (more.length === 0 && behind.length <= COLUMNS)
    ? [behind, ...more.map(marked)]
    : [
        ...wrapped(says, COLUMNS - margin.length - 3).map((line) => `${margin}## ${line}`),
        ...[first, ...more].map(marked),
      ]
}

/** A key with its value: on one line where it fits. */
function written(name: string, value: unknown): readonly string[] {
  if (value === undefined) return [`${name}:`]
  const flow = `${name}: ${stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()}`
  if (flow.length <= COLUMNS - 10) return [flow]
  return stringify({ [name]: value }, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
}
