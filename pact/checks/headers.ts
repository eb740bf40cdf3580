import { accepts } from '../accept/accepts.ts'
import { shown, wanted } from '../accept/described.ts'
import { expectedAt, generatorAt } from '../accept/expected.ts'
import type { Field, HttpResponse } from '../model.ts'
import { mediaType } from '../read/content.ts'
import { open, type PactFinding, wrong } from './finding.ts'

/** Headers that a file may expect in every HTTP answer. */
const USUAL = new Set(['content-type', 'content-length', 'date', 'connection', 'transfer-encoding'])

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
    if (USUAL.has(name)) return []
    return [
      open({
        at: field.at,
        expected: 'only Content-Type',
        observed: `${field.name}: ${shown(field.values[0])}`,
        reason: 'This header of answers is not specified.',
        clause,
      }),
    ]
  })
}

function checkMediaType(
  field: Field,
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
    if (right.some((one) => accepts(expected, one))) return []
  } else {
    const stated = String(expected.example)
    if (mediaType(stated) === type)
      return stated.includes(';')
        ? [open({ ...facts, expected: type, reason: 'Parameters of the type are not specified.' })]
        : []
  }
  return [wrong({ ...facts, expected: type, reason: `This answer is ${type}.` })]
}
