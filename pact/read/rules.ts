import { usageError } from '../../conformance/errors.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Category, Generator, PathStep, RuleSet, RuleSets } from '../model.ts'
import { pathSteps } from './path.ts'
import { KNOWN_MATCHERS, ruleOf } from './rule.ts'

/** Names of the categories in all versions of the format. */
const CATEGORIES: Readonly<Record<string, Category>> = {
  body: 'body',
  content: 'body',
  contents: 'body',
  header: 'header',
  headers: 'header',
  query: 'query',
  path: 'path',
  method: 'method',
  status: 'status',
  metadata: 'metadata',
  metaData: 'metadata',
}

/** The place of the rules, for the error about unreadable ones. */
export interface RulesPlace {
  readonly file: string
  readonly at: string
}

/**
 * Reads `matchingRules` of a request, a response or a message.
 * @throws ConformanceError `USAGE` naming file and place, when a rule or a path is unknown
 */
export function rulesOf(raw: unknown, place: RulesPlace): RuleSets {
  return entriesOf(raw, place).map(({ category, path, value, key }): RuleSet => {
    const own = isObject(value) && Array.isArray(value.matchers) ? value.matchers : [value]
    const rules = own.map((one) => {
      const rule = ruleOf(one)
      if (rule === undefined)
        throw usageError(
          `${place.file}: ${place.at}/matchingRules: the matcher ${JSON.stringify(one)} of ${key} is unknown`,
          `it should be one of ${KNOWN_MATCHERS}`,
        )
      return rule
    })
    const combine = isObject(value) && String(value.combine).toUpperCase() === 'OR' ? 'or' : 'and'
    return { category, path, rules, combine }
  })
}

/** Reads `generators` in the same way. A generator of an unknown type is kept: its values are unknown. */
export function generatorsOf(raw: unknown, place: RulesPlace): readonly Generator[] {
  return entriesOf(raw, place).flatMap(({ category, path, value }) => {
    if (!isObject(value)) return []
    const { type, ...facts } = value
    return [{ category, path, type: String(type), facts }]
  })
}

interface Entry {
  readonly category: Category
  readonly path: readonly PathStep[]
  readonly value: unknown
  /** The key as the file writes it. */
  readonly key: string
}

function entriesOf(raw: unknown, place: RulesPlace): readonly Entry[] {
  if (!isObject(raw)) return []
  return Object.entries(raw).flatMap(([key, value]) =>
    key.startsWith('$') ? [flatEntry(key, value, place)] : categoryEntries(key, value, place),
  )
}

/** Reads an entry of version 2: `$.body.data.id`, `$.headers.Accept`, `$.path`. */
function flatEntry(key: string, value: unknown, place: RulesPlace): Entry {
  const [first, ...path] = stepsOf(key, place)
  const category = typeof first === 'string' ? CATEGORIES[first] : undefined
  // Some tools leave out the category of a message.
  return category === undefined
    ? { category: 'body', path: stepsOf(key, place), value, key }
    : { category, path: category === 'body' ? path : path.slice(0, 1), value, key }
}

/** Reads a category of versions 3 and 4: path expressions with rules, or only the rules where a category has one value. */
function categoryEntries(name: string, value: unknown, place: RulesPlace): readonly Entry[] {
  const category = CATEGORIES[name]
  if (category === undefined || !isObject(value)) return []
  if (Array.isArray(value.matchers) || typeof value.type === 'string')
    return [{ category, path: [], value, key: name }]
  return Object.entries(value).map(([key, one]) => ({
    category,
    path: category === 'body' ? stepsOf(key, place) : nameSteps(key, place),
    value: one,
    key: `${name} ${key}`,
  }))
}

/**
 * The name of a header, a parameter or a metadata entry, which may contain dots. An index of one of several values is ignored.
 */
function nameSteps(key: string, place: RulesPlace): readonly PathStep[] {
  if (key.startsWith('$')) return stepsOf(key, place).slice(0, 1)
  const [, name = key] = /^(.*?)(?:\[(?:\d+|\*)\])?$/.exec(key) ?? []
  return name === '' ? [] : [name]
}

function stepsOf(key: string, { file, at }: RulesPlace): readonly PathStep[] {
  const steps = pathSteps(key)
  if (steps === undefined)
    throw usageError(
      `${file}: ${at}/matchingRules: the path ${JSON.stringify(key)} cannot be read`,
      "it should be like $.data.list[*]['name']",
    )
  return steps
}
