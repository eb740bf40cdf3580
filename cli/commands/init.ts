import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { ConformanceError, usageError } from '../../conformance/errors.ts'
import { didYouMean } from '../../conformance/suggestion.ts'
import { reasonOf } from '../../conformance/system-error.ts'
import { missingKeyLines, shellWord, styleFor } from '../../reporters/index.ts'
import { sides } from '../../sides/index.ts'
import { profileGaps } from '../../sides/lacking.ts'
import { allProfileKeys, profileSchema, SCHEMA_FILE, valueProblem } from '../../sides/profile-schemas.ts'
import { describeTarget } from '../../sides/target.ts'
import { profileText } from '../init/profile-text.ts'
import type { Io } from '../io.ts'
import { frontWords } from '../rerun.ts'
import { refuseOtherSchema } from '../run-folder/foreign-files.ts'

const SIDES = ['platform', 'receiver', 'client'] as const

export interface InitOptions {
  readonly side?: (typeof SIDES)[number]
  /** Values as `KEY=VALUE`. */
  readonly set: readonly string[]
  /** Accepts every suggestion instead of asking. */
  readonly yes?: boolean
}

type Suggestions = Readonly<Record<(typeof SIDES)[number], Readonly<Record<string, unknown>>>>

/**
 * `init FILE`: asks questions or reads flags, and writes a profile with a comment for every key. Writes the schema for editors
 * beside it.
 *
 * @throws ConformanceError USAGE for an unknown key, a value that cannot be read, or a file that exists already
 */
export async function initCommand(file: string, options: InitOptions, io: Io): Promise<number> {
  if (/\.json$/i.test(file))
    throw usageError(`${file} should end with .yaml: init writes YAML with comments, which are no JSON`)
  if (existsSync(file)) throw usageError(`${file} is there already: init should write a new file`)
  const ask = options.yes === true ? undefined : io.ask
  const side = options.side ?? (await askedSide(ask))
  const keys = (await allProfileKeys()).filter((key) => key.side === side)
  const given = Object.fromEntries(
    options.set.map((text) =>
      assignment(
        text,
        side,
        keys.map(({ path }) => path),
      ),
    ),
  )
  for (const [path, value] of Object.entries(given)) {
    const problem = await valueProblem(side, path, value)
    if (problem !== undefined) throw usageError(`--set ${problem}`)
  }
  const values: Record<string, unknown> = { ...suggestions()[side], ...given }
  for (const [path, suggested] of Object.entries(ask === undefined ? {} : values)) {
    if (path in given) continue
    const meaning = keys.find((key) => key.path === path)?.meaning
    const question = `${meaning}\n${path} [${suggested === null ? 'none' : JSON.stringify(suggested)}]: `
    values[path] = (await answered(question, { ask, side, path })) ?? suggested
  }
  for (const [path, value] of Object.entries(values)) if (value === null) delete values[path]
  const schemaFile = side === 'platform' ? SCHEMA_FILE : `${side}-${SCHEMA_FILE}`
  const beside = join(dirname(file), schemaFile)
  refuseOtherSchema(beside)
  write(file, profileText(keys, schemaFile, values))
  write(beside, await profileSchema(side))
  const doctor = [...frontWords(io.env), 'doctor', '--target', shellWord([{ text: file }])].join(' ')
  io.out(`${file}\n`)
  for (const line of await missingIn(file, side, io)) io.out(`${line}\n`)
  io.out(`next: ${doctor}\n`)
  return 0
}

/** Lists what to add to a new profile. Its variables need not be set yet. Sends nothing. */
async function missingIn(file: string, name: (typeof SIDES)[number], io: Io): Promise<readonly string[]> {
  const entry = sides.find((one) => one.name === name)
  if (entry === undefined) return []
  const side = await entry.load()
  const anything = new Proxy<Readonly<Record<string, string>>>({}, { get: () => 'not-set-yet' })
  try {
    const { described, spec } = await describeTarget(side, { target: file }, anything)
    const target = await side.open(described, { seed: 0, spec, now: io.now })
    try {
      return [
        ...missingKeyLines((await profileGaps(side, { described, spec, target })).keys, styleFor(io.color)),
        '',
      ]
    } finally {
      await target.close()
    }
  } catch (error) {
    // An address that comes from the environment is none before it is set, and a file may not be there yet.
    if (error instanceof ConformanceError) return []
    throw error
  }
}

interface Asked {
  readonly ask: Io['ask']
  readonly side: (typeof SIDES)[number]
  readonly path: string
}

/** Asks for a value until it is right; undefined for no answer. */
async function answered(question: string, { ask, side, path }: Asked): Promise<unknown> {
  let before = ''
  for (;;) {
    const answer = (await ask?.(before + question))?.trim() ?? ''
    if (answer === '') return undefined
    const value = readValue(path, answer)
    const problem = await valueProblem(side, path, value)
    if (problem === undefined) return value
    before = `${problem}\n`
  }
}

const suggestions = (): Suggestions =>
  parse(readFileSync(new URL('../init/suggestions.yaml', import.meta.url), 'utf8')) as Suggestions

/** Asks for a side until it is one. */
async function askedSide(ask: Io['ask']): Promise<(typeof SIDES)[number]> {
  for (;;) {
    const answer = (await ask?.(`What is judged: ${SIDES.join(', ')} [platform]: `))?.trim() ?? ''
    const side = answer === '' ? 'platform' : SIDES.find((one) => one === answer)
    if (side !== undefined) return side
  }
}

function assignment(
  text: string,
  side: (typeof SIDES)[number],
  known: readonly string[],
): readonly [path: string, value: unknown] {
  const [, path = '', value = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (path === '') throw usageError(`--set ${text} should be KEY=VALUE`)
  if (!known.includes(path))
    throw usageError(
      `--set ${path} is no key of the profile of a ${side}`,
      didYouMean(path, known) ??
        `\`schema ${side === 'platform' ? '' : `${side}-`}profile\` shows all of them`,
    )
  const inner = known.find((one) => one.startsWith(`${path}.`))
  if (inner !== undefined)
    throw usageError(`--set ${path} is a map: it should be one of its keys, such as ${inner}`)
  return [path, readValue(path, value)]
}

/** Parses a list or a map; any other value is text. */
function readValue(path: string, text: string): unknown {
  if (!/^[[{]/.test(text)) return text
  try {
    return parse(text) as unknown
  } catch {
    throw usageError(
      `${path} cannot be read: it should be a list or a map as YAML has it, such as [node, client.mjs]`,
    )
  }
}

function write(file: string, text: string): void {
  try {
    // Only the owner may read the file, because a profile may hold secrets.
    writeFileSync(file, text, { mode: 0o600 })
  } catch (error) {
    throw usageError(`${file} cannot be written: ${reasonOf(error)}`)
  }
}
