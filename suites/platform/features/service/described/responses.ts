import { type Description, membersOf, type Place } from '../../../../../conformance/json/document.ts'
import type { ApiEndpoint } from '../../../../../spec/endpoints.ts'
import type { Deviation } from './compare.ts'
import { compareMessage, type Documents } from './messages.ts'
import { type DescribedOperation, resolved, within } from './operations.ts'

/** Compares the described answers with the stated ones, code by code. */
export function compareDescribedResponses(
  endpoint: ApiEndpoint,
  stated: DescribedOperation,
  described: DescribedOperation,
  documents: Documents,
): readonly Deviation[] {
  const name = `${endpoint.method} ${endpoint.path}`
  const wanted = codesOf(stated, documents.stated)
  const given = codesOf(described, documents.described)
  const at = within(described.place, documents.described, 'responses')?.at ?? described.place.at
  if (given.size === 0) return [{ kind: 'gap', expected: `answers to ${name}`, observed: 'none', at }]
  return [
    ...compareSuccess(endpoint, { wanted, given, at, name }, documents),
    ...[...wanted].flatMap(([code, response]): readonly Deviation[] => {
      if (!/^[45]\d\d$/.test(code) || within(response, documents.stated, 'content') === undefined) return []
      const found = given.get(code)
      if (found !== undefined) return compareAnswer(`${name} ${code}`, response, found, documents)
      return code.startsWith('5') || given.has(`${code[0]}XX`) || given.has('DEFAULT')
        ? []
        : [{ kind: 'gap', expected: `${name} with ${code}`, observed: [...given.keys()].join(', '), at }]
    }),
  ]
}

interface Codes {
  readonly wanted: ReadonlyMap<string, Place>
  readonly given: ReadonlyMap<string, Place>
  readonly at: string
  readonly name: string
}

/** Compares the success answer. Where its code is not shown, any 2xx is right. */
function compareSuccess(
  { success, successLevel, operation }: ApiEndpoint,
  { wanted, given, at, name }: Codes,
  documents: Documents,
): readonly Deviation[] {
  const isFree = success === undefined || successLevel !== 'must'
  const stated = wanted.get(String(success))
  const successes = [...given.keys()].filter((code) => /^2(\d\d|XX)$/.test(code))
  const code = given.has(String(success)) ? String(success) : successes.find((one) => isFree || one === '2XX')
  if (code === undefined && !given.has('DEFAULT'))
    return [
      {
        kind: 'contradiction',
        expected: `${name} with ${success ?? '2XX'}`,
        observed: [...given.keys()].join(', '),
        at,
      },
    ]
  const found = given.get(code ?? '')
  if (stated === undefined || found === undefined) return []
  // A submit answers with some of the states only (R6), so it need not list all.
  return compareAnswer(`${name} ${code}`, stated, found, documents, operation !== 'submit')
}

const compareAnswer = (
  name: string,
  stated: Place,
  described: Place,
  documents: Documents,
  listsAll = true,
): readonly Deviation[] => compareMessage({ name, stated, described, isRequest: false, listsAll }, documents)

function codesOf({ place }: DescribedOperation, document: Description): ReadonlyMap<string, Place> {
  const responses = within(place, document, 'responses')
  return new Map(
    (responses === undefined ? [] : membersOf(responses)).flatMap(([code, response]) => {
      const target = resolved(response, document)
      return code.startsWith('x-') || target === undefined ? [] : [[code.toUpperCase(), target] as const]
    }),
  )
}
