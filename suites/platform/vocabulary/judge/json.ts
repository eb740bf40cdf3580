import type { Body, Exchange } from '../../../../conformance/exchange.ts'
import { strangeStart, withoutMarks } from '../../../../conformance/json/encoded.ts'
import { isObject, type JsonObject } from '../../../../conformance/json/object.ts'
import { parseJson } from '../../../../conformance/json/parse.ts'
import { valueAt as at } from '../../../../conformance/json/pointer.ts'
import { onceFor } from '../../../../conformance/once.ts'
import { failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { describe, finding, withAnswer } from './answer.ts'

export { at, isObject, type JsonObject }

/** Parses each body once, since some hundred claims check each answer. One claim alone judges byte order marks. */
const parsed = onceFor(({ text }: Body) => parseJson(withoutMarks(text)))

/** The JSON body of an answer, or undefined when there is none. Do not modify it: all claims share it. */
export const jsonOf = ({ answer }: Exchange): unknown => answer && parsed(answer.body)

const parsedRequest = onceFor(({ body }: Exchange['request']) => parseJson(body))

/** The JSON body that was sent, or undefined when there is none. Do not modify it: all claims share it. */
export const sentJsonOf = ({ request }: Exchange): unknown => parsedRequest(request)

/** Writes a value as JSON, shortened for a finding. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

/** The JSON type of a value, for the cause of a finding. */
export const jsonTypeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Judges the answer's body, which must be a JSON object. */
export function withJson(exchange: Exchange, judge: (body: JsonObject) => Verdict): Verdict {
  return withAnswer(exchange, (answer) => {
    const body = jsonOf(exchange)
    return isObject(body) ? judge(body) : failed(finding(exchange, 'a JSON object', describe(answer), 'body'))
  })
}

/** Judges that the body is a JSON object in UTF-8 with no byte order mark before it (1; RFC 8259, section 8.1). */
export const isStrictJson = (exchange: Exchange): Verdict =>
  withJson(exchange, () => {
    const strange = strangeStart(exchange.answer?.body ?? {})
    return strange === undefined
      ? passed()
      : failed(finding(exchange, 'JSON in UTF-8 from the first byte on', strange, 'body'))
  })

/** Judges that the value at a pointer of the JSON body equals the wanted one. */
export function valueIs(exchange: Exchange, pointer: string, wanted: string | number | boolean): Verdict {
  return withJson(exchange, (body) => {
    const value = at(body, pointer)
    return value === wanted ? passed() : failed(finding(exchange, show(wanted), show(value), pointer))
  })
}
