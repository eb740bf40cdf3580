import { stringify } from 'yaml'

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

/**
 * The text of a profile with every key that its side knows. Keys with a value are set; all others are comments.
 *
 * @param schemaFile name of the schema file, for editors
 * @param values values by the paths of their keys
 */
export function profileText(
  keys: readonly WrittenKey[],
  schemaFile: string,
  values: Readonly<Record<string, unknown>>,
): string {
  const lines = keys.map((key) => lineOf(key, keys, values))
  return [
    `# yaml-language-server: $schema=./${schemaFile}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of a profile
    '# ${NAME} is taken from the environment, anywhere. To set a key, remove the # before it and before the maps that it stands in.',
    ...lines,
    '',
  ].join('\n')
}

function lineOf(
  { path, meaning, form, fallback, example }: WrittenKey,
  keys: readonly WrittenKey[],
  values: Readonly<Record<string, unknown>>,
): string {
  const isMap = keys.some((other) => other.path.startsWith(`${path}.`))
  const isSet = Object.keys(values).some((set) => set === path || set.startsWith(`${path}.`))
  const depth = path.split('.').length - 1
  const value = isMap ? '' : written(values[path] ?? fallback ?? example)
  const name = `${path.split('.').at(-1)}:${value === '' ? '' : ` ${value}`}`
  const says = isMap ? meaning : `${meaning}; ${form}`
  // The mark stands at the key, so that a line without it has the indentation of its neighbours.
  return `${'  '.repeat(depth)}${isSet ? '' : '#'}${name}  # ${says}`
}

/** A value, written on the line of its key. */
const written = (value: unknown): string =>
  value === undefined ? '' : stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()
