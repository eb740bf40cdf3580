import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml'
import type { Environment } from '../../conformance/environment.ts'
import { unseenIn } from '../../conformance/visible.ts'
import { type Mistake, type ProfilePlace, profileInvalid } from './problem.ts'

export type Path = readonly (string | number)[]

/** The reason why a text is no YAML, by the code of the parser's error. */
const REASONS: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'there is no anchor of this name',
  BAD_DQ_ESCAPE: 'a backslash in a quoted text begins nothing that is known',
  BAD_INDENT: 'an indentation fits no line above, or a bracket is not closed',
  BAD_SCALAR_START: 'a text that begins so must be quoted',
  BLOCK_AS_IMPLICIT_KEY: 'the line has two keys, or a text with a colon that must be quoted',
  BLOCK_IN_FLOW: 'a list or map in brackets holds one without brackets',
  DUPLICATE_KEY: 'the key is there twice',
  MISSING_CHAR: 'a comma, a colon, a quote or a closing bracket is missing',
  MULTILINE_IMPLICIT_KEY: 'the key has no colon on its line',
  MULTIPLE_DOCS: 'a second document begins here',
  TAB_AS_INDENT: 'the indentation has a tab',
  TAG_RESOLVE_FAILED: 'the tag is unknown',
  UNEXPECTED_TOKEN: 'nothing of the kind may stand here',
}

interface Substituted {
  /** Key path of the text that names the variable. */
  readonly key: string
  /** Name of the variable. */
  readonly name: string
  readonly value: string
}

/** A YAML or JSON text with the position of each of its values. */
export interface SourceDocument {
  readonly file: string
  readonly value: unknown
  /** Values that came from the environment. */
  readonly substituted: readonly Substituted[]
  /** Variables of the environment that it names and that are not set, or have a blank around them. */
  readonly unusable: readonly Mistake[]
  place(path: Path): ProfilePlace
}

/**
 * Reads YAML or JSON. With an environment each `${NAME}` inside a text is replaced after reading, so that a value can
 * never change the structure of the document.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export function readDocument(text: string, file: string, env?: Environment): SourceDocument {
  const lines = new LineCounter()
  // Only the codes of the parser's errors are used: its messages quote the source, which may hold a secret.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const place = (offset: number | undefined, key?: string): ProfilePlace => {
    if (offset === undefined) return { file, ...(key && { key }) }
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1), ...(key && { key }) }
  }
  const [problem] = [...document.errors, ...document.warnings]
  if (problem) {
    const reason = REASONS[problem.code] ?? 'it cannot be read from here on'
    throw profileInvalid(place(problem.pos[0]), `the file must be valid YAML or JSON (${reason})`)
  }
  const { substituted, unusable } = env ? substitute(document, env, place) : { substituted: [], unusable: [] }
  return {
    file,
    value: toValue(document, place),
    substituted,
    unusable,
    place: (path) => place(offsetOf(document, path), keyOf(path)),
  }
}

/** A key path as text: `outcomes.failed`, `command.0`. */
export const keyOf = (path: Path): string => path.join('.')

type PlaceAt = (offset: number | undefined, key?: string) => ProfilePlace

/** Replaces each variable that is set. The others stay as they are, so that the rest can still be checked. */
function substitute(
  document: Document,
  env: Environment,
  place: PlaceAt,
): Pick<SourceDocument, 'substituted' | 'unusable'> {
  const substituted: Substituted[] = []
  const unusable: Mistake[] = []
  visit(document, {
    Scalar(role, node, ancestors) {
      if (role === 'key' || typeof node.value !== 'string') return
      const key = keyOf(pathOf([...ancestors, node]))
      node.value = node.value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (written, name: string) => {
        const value = env[name]
        if (value === undefined) {
          const what = `the environment variable ${name} must be set`
          unusable.push({ place: place(node.range?.[0], key), what })
          return written
        }
        const around = aroundOf(value)
        if (around !== undefined) {
          const what = `the environment variable ${name} must have no blank or line end around it: ${around}`
          unusable.push({ place: place(node.range?.[0], key), what })
        }
        substituted.push({ key, name, value })
        return value
      })
    },
  })
  return { substituted, unusable }
}

/** The blank around a value of one line. A text of several lines, such as a PEM file, may end with one. */
function aroundOf(value: string): string | undefined {
  const inner = value.trim()
  return inner === value || /[\n\r]/.test(inner) ? undefined : unseenIn(value)
}

/** The keys and indexes that lead down a chain of YAML nodes. */
function pathOf(chain: readonly unknown[]): Path {
  return chain.flatMap((node, index): Path => {
    const parent = chain[index - 1]
    if (isSeq(parent)) return [parent.items.indexOf(node)]
    const below: unknown = chain[index + 1]
    if (!isMap(node) || below === undefined) return []
    const pair = node.items.find((item) => item === below)
    return pair === undefined ? [] : [isScalar(pair.key) ? String(pair.key.value) : '?']
  })
}

function toValue(document: Document, place: PlaceAt): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    // Throws where an anchor contains itself, which JSON cannot express.
    JSON.stringify(value)
    return value
  } catch {
    throw profileInvalid(
      place(undefined),
      'the file must be valid YAML or JSON (an alias leads to itself, or to too much)',
    )
  }
}

function offsetOf(document: Document, path: Path): number | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isNode(node) && !isAlias(node) && node.range) return node.range[0]
  }
  return undefined
}
