import { type Answer, type Exchange, header, REDACTED } from '../../conformance/exchange.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Finding } from '../../conformance/verdict.ts'
import { answeredValue, isJson, QUOTE_ID, STATE } from './key.ts'

/** A comparison of the answer that a script gets with the answer in the run. */
export type Test =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'body'; readonly is: string }
  /** `value` as the function `member` of the script writes it. */
  | { readonly kind: 'member'; readonly pointer: string; readonly value: string; readonly form: boolean }
  /** The status, or the value at a pointer, differs from that of another answer. */
  | { readonly kind: 'differs'; readonly at: string; readonly from: 'standard' | 'path' }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** JSON Pointers to a quote's id. */
const IDS: ReadonlySet<string> = new Set([QUOTE_ID, '/data/id'])
const HEADER_NAME = /^[a-z][a-z0-9-]*$/

/** Makes the test for a finding; undefined where a script cannot distinguish the breach from right behaviour. */
export function testOf(finding: Finding, exchange: Exchange): Test | undefined {
  const { at, form, sameAs } = finding
  const { answer } = exchange
  if (answer === undefined) return undefined
  if (at === 'status' && sameAs !== undefined) return { kind: 'differs', at, from: 'standard' }
  if (at === 'status') return { kind: 'status', status: answer.status }
  if (at === 'body') return { kind: 'body', is: bodyKind(answer) }
  if (at?.startsWith('/') === true) return memberTest(at, exchange, form === true, sameAs)
  if (at === undefined || !HEADER_NAME.test(at)) return undefined
  const value = header(answer, at) ?? ''
  return value.includes(REDACTED) ? undefined : { kind: 'header', name: at, value }
}

function memberTest(
  pointer: string,
  exchange: Exchange,
  form: boolean,
  sameAs: string | undefined,
): Test | undefined {
  if (sameAs !== undefined) return { kind: 'differs', at: pointer, from: 'standard' }
  if (exchange.answer === undefined || !isJson(exchange.answer)) return undefined
  const found = answeredValue(exchange, pointer)
  // Ids differ in every run. The id of a quote can only be compared with the requested one.
  if (!form && typeof found === 'string' && (IDS.has(pointer) || UUID.test(found)))
    return exchange.quoteId === undefined ? undefined : { kind: 'differs', at: pointer, from: 'path' }
  const value = memberText(found)
  return value.includes(REDACTED) ? undefined : { kind: 'member', pointer, value, form }
}

/** A value as the script's function `member` prints it. */
export function memberText(value: unknown): string {
  if (value === undefined) return 'absent'
  if (value === null) return 'null null'
  if (Array.isArray(value)) return value.length === 0 ? 'array [ ]' : `array [ ${value.length} ]`
  if (isObject(value))
    return ['object {', ...Object.keys(value).map((name) => JSON.stringify(name)), '}'].join(' ')
  return `${typeof value} ${JSON.stringify(value)}`
}

/**
 * The kind of a body, as the script's function `body_kind` prints it. A PDF with a finding lacks its end; its beginning is
 * right.
 */
function bodyKind({ body }: Answer): string {
  const { text, head } = body
  if (body.size === 0) return 'nothing'
  if (text === undefined) {
    const bytes = Buffer.from(head ?? '', 'base64')
    if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'a PDF without its end'
    // The last character may be incomplete.
    return bytes.subarray(0, -4).toString('utf8').includes('\ufffd') ? 'no UTF-8' : 'text'
  }
  try {
    return isObject(JSON.parse(text)) ? 'a JSON object' : 'JSON that is no object'
  } catch {
    return 'text'
  }
}

type Differs = Extract<Test, { readonly kind: 'differs' }>

/** Says whether the test expects another state than the one before. */
export const isOfLeftState = (test: Test): test is Differs => test.kind === 'differs' && test.at === STATE

/** Says whether the test is about a value for which a script waits: a state or a status code. */
export const isAboutKey = (test: Test): boolean =>
  test.kind === 'status' || (test.kind === 'member' && test.pointer === STATE) || isOfLeftState(test)
