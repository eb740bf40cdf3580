import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { glob } from '../../conformance/glob.ts'
import { once } from '../../conformance/once.ts'
import { accepts } from '../accept/accepts.ts'
import { wanted } from '../accept/described.ts'
import { type Expected, expectedAt, generatorAt } from '../accept/expected.ts'
import type { HttpResponse, PactField } from '../model.ts'
import { mediaType } from '../read/content.ts'
import { open, type PactFinding, wrong } from './finding.ts'

/** Headers that servers set by themselves. */
const setByServers = once(() => {
  const text = readFileSync(new URL('../tables/server-headers.yaml', import.meta.url), 'utf8')
  const { usual, others } = parse(text) as {
    readonly usual: Readonly<Record<string, readonly string[]>>
    readonly others: readonly string[]
  }
  return { usual: new Map(Object.entries(usual)), others: others.map(glob) }
})

/**
 * Checks the headers that a file expects in an answer: only the media type is specified.
 * @param type media type of the answer; undefined where it is not specified
 */
export function checkHeaders(
  { headers, rules, generators }: HttpResponse,
  type: string | undefined,
  clause: string,
): readonly PactFinding[] {
  return headers.flatMap((field) => {
    if (generatorAt(generators, 'header', [field.name]) !== undefined) return []
    const name = field.name.toLowerCase()
    if (name === 'content-type') return checkMediaType(field, type, rules, clause)
    const expected = expectedAt(String(field.values[0] ?? ''), rules, 'header', [field.name])
    const usual = setByServers().usual.get(name)
    const isFixed = expected.rules.every(({ kind }) => kind === 'equality')
    if (!isFixed && usual?.every((value) => takesText(expected, value))) return []
    return [
      open({
        at: field.at,
        expected: 'only Content-Type',
        observed: `${field.name}: ${wanted(expected)}`,
        reason:
          usual !== undefined || setByServers().others.some((fits) => fits(name))
            ? 'A server sets this header by itself, so its value is not specified.'
            : 'This header of answers is not specified.',
        clause,
      }),
    ]
  })
}

/** The library reads numbers in headers. */
const takesText = (expected: Expected, text: string): boolean =>
  accepts(expected, text, 'whole') || (/^\d+$/.test(text) && accepts(expected, Number(text), 'whole'))

function checkMediaType(
  field: PactField,
  type: string | undefined,
  rules: HttpResponse['rules'],
  clause: string,
): readonly PactFinding[] {
  const expected = expectedAt(String(field.values[0] ?? ''), rules, 'header', [field.name])
  const facts = { at: field.at, observed: wanted(expected), clause, reading: 'R19' }
  if (type === undefined)
    return [open({ ...facts, expected: 'any type', reason: 'The type of this body is not specified.' })]
  const right = [type, `${type}; charset=utf-8`, `${type};charset=UTF-8`]
  if (expected.rules.length > 0) {
    if (right.some((one) => accepts(expected, one, 'whole'))) return []
    if (right.some((one) => accepts(expected, one, 'search')))
      return [
        open({
          ...facts,
          expected: type,
          reason: 'The Pact library does not accept this type here. Some other Pact tools do.',
        }),
      ]
  } else {
    const stated = String(expected.example)
    if (mediaType(stated) === type)
      return stated.includes(';')
        ? [open({ ...facts, expected: type, reason: 'Parameters of the type are not specified.' })]
        : []
  }
  return [wrong({ ...facts, expected: type, reason: `This answer is ${type}.` })]
}
