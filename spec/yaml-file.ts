import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { isNode, LineCounter, parseDocument } from 'yaml'
import { ConformanceError } from '../conformance/errors.ts'
import { stepsOf } from '../conformance/json/pointer.ts'
import { once } from '../conformance/once.ts'
import { parseTable } from '../conformance/table.ts'
import type { Shaped } from './shape.ts'

/** Keys and indexes from the top of a file to a node. */
export type NodePath = readonly (string | number)[]

/** A YAML file with the positions of its values. */
export interface YamlFile {
  /** Name below the folder of the specification. */
  readonly name: string
  readonly value: unknown
  /** An error about the value at a path, naming file and line. */
  fault(path: NodePath, message: string, hint?: string): ConformanceError
}

/**
 * Reads a YAML file.
 * @throws ConformanceError `SPEC_UNREADABLE` when there is no such file, `SPEC_INVALID` when it is no YAML
 */
export async function readYaml(directory: string, name: string): Promise<YamlFile> {
  return parseYaml(name, await readText(directory, name))
}

/** @throws ConformanceError `SPEC_UNREADABLE` */
export async function readText(directory: string, name: string): Promise<string> {
  try {
    return await readFile(join(directory, name), 'utf8')
  } catch (cause) {
    throw new ConformanceError('SPEC_UNREADABLE', `${name} cannot be read`, {
      cause,
      hint: 'the folder of the specification is incomplete',
    })
  }
}

/**
 * Parses a text. Only where it is wrong, it is parsed again to find the position.
 *
 * @throws ConformanceError `SPEC_INVALID` when the text is no YAML
 */
export function parseYaml(name: string, content: string): YamlFile {
  const places = once(() => placesIn(name, content))
  return {
    name,
    value: parsed(name, content, places),
    fault: (path, message, hint) => places().fault(path, message, hint),
  }
}

function parsed(name: string, content: string, places: () => Places): unknown {
  try {
    return parseTable(content)
  } catch (cause) {
    places()
    throw new ConformanceError('SPEC_INVALID', `${name} is no YAML`, { cause })
  }
}

type Places = Pick<YamlFile, 'fault'>

function placesIn(name: string, content: string): Places {
  const lines = new LineCounter()
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false })
  const broken = (offset: number, message: string, hint?: string) =>
    new ConformanceError(
      'SPEC_INVALID',
      `${name}:${lines.linePos(offset).line}: ${message}`,
      hint ? { hint } : {},
    )

  const [error] = document.errors
  if (error !== undefined) throw broken(error.pos[0], error.message)

  /** The start of the deepest node that exists on a path, since a missing value has no position. */
  const offsetOf = (path: NodePath): number => {
    const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true)
    if (isNode(node)) return node.range?.[0] ?? 0
    return path.length === 0 ? 0 : offsetOf(path.slice(0, -1))
  }
  return { fault: (path, message, hint) => broken(offsetOf(path), message, hint) }
}

/** Each shape is used a few times, so optimising its code would take longer than running it. */
const UNOPTIMIZED = { optimize: false }

const ajv = new Ajv2020({
  strict: true,
  validateSchema: false,
  discriminator: true,
  useDefaults: true,
  inlineRefs: false,
  code: UNOPTIMIZED,
})
const compiled = new Map<TSchema, ValidateFunction>()

/**
 * Checks the content of a file and fills in defaults.
 * @throws ConformanceError `SPEC_INVALID` naming file and line
 */
export function checked<Shape extends TSchema>(file: YamlFile, shape: Shape): Shaped<Shape> {
  const validate = compiled.get(shape) ?? ajv.compile(shape)
  compiled.set(shape, validate)
  const { value } = file
  if (validate(value)) return value as Shaped<Shape>
  const [error] = validate.errors ?? []
  throw error === undefined ? file.fault([], 'has the wrong shape') : faultOf(file, error)
}

function faultOf(file: YamlFile, error: ErrorObject): ConformanceError {
  const path = stepsOf(error.instancePath).map(keyOf)
  const where = path.join('.') || 'the file'
  const { params, keyword } = error
  const key: unknown = params.additionalProperty ?? params.missingProperty
  const about = key === undefined ? where : `${where}, key ${JSON.stringify(key)}`
  const allowed =
    keyword === 'enum' || keyword === 'const' ? `: ${JSON.stringify(Object.values(params)[0])}` : ''
  const hint = keyword === 'type' && params.type === 'string' ? 'put the value in quotes' : undefined
  const place = params.additionalProperty === undefined ? path : [...path, String(params.additionalProperty)]
  return file.fault(place, `${about}: ${error.message ?? keyword}${allowed}`, hint)
}

const keyOf = (step: string): string | number => (/^\d+$/.test(step) ? Number(step) : step)
