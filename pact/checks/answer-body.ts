import { accepts } from '../accept/accepts.ts'
import { shownValue, wanted } from '../accept/described.ts'
import { expectedAt } from '../accept/expected.ts'
import type { HttpResponse } from '../model.ts'
import { mediaType } from '../read/content.ts'
import { open, type PactFinding, wrong } from './finding.ts'

const PDF = 'application/pdf'

/** Checks the body of a document's answer: it must be PDF bytes, not JSON. */
export function checkPdf(response: HttpResponse): readonly PactFinding[] {
  const { body, rules } = response
  if (isNothing(response)) return []
  const facts = { at: body.at, expected: 'PDF bytes, which begin with %PDF-', clause: '4', reading: 'R19' }
  if (body.kind === 'json')
    return [
      wrong({
        ...facts,
        observed: `JSON, ${shownValue(body.value)}`,
        reason: 'Documents are streams of PDF bytes.',
      }),
    ]
  const text = body.kind === 'bytes' ? body.bytes.toString('latin1') : body.kind === 'text' ? body.text : ''
  const expected = expectedAt(text, rules, 'body', [])
  const type = expected.rules.find((rule) => rule.kind === 'contentType')
  if (type !== undefined)
    return mediaType(type.value) === PDF
      ? []
      : [wrong({ ...facts, observed: wanted(expected), reason: 'Documents are PDF.' })]
  if (
    expected.rules.length === 0 &&
    body.contentType !== undefined &&
    mediaType(body.contentType) !== PDF &&
    response.headers.length === 0
  )
    return [wrong({ ...facts, observed: body.contentType, reason: 'Documents are PDF.' })]
  const isPdf = /^%PDF-/.test(text) || /^JVBERi/.test(text)
  if (expected.rules.length > 0)
    return accepts(expected, `%PDF-1.7\n1 0 obj`) || expected.rules.some(({ kind }) => kind === 'type')
      ? []
      : [wrong({ ...facts, observed: wanted(expected), reason: 'No PDF document is taken here.' })]
  return [
    isPdf
      ? open({
          ...facts,
          observed: 'exactly these bytes',
          reason: 'The platform decides the bytes of a document.',
        })
      : wrong({
          ...facts,
          observed: `exactly ${shownValue(text)}`,
          reason: 'Documents are streams of PDF bytes.',
        }),
  ]
}

/** Checks the body of a plain-text refusal. */
export function checkPlainText(response: HttpResponse): readonly PactFinding[] {
  const { body, rules } = response
  if (isNothing(response)) return []
  const facts = { at: body.at, expected: 'plain text', clause: '7' }
  if (body.kind === 'json' && typeof body.value !== 'string')
    return [
      wrong({
        ...facts,
        observed: `JSON, ${shownValue(body.value)}`,
        reason: 'This refusal is a line of plain text.',
      }),
    ]
  const text = body.kind === 'text' ? body.text : body.kind === 'json' ? body.value : ''
  const expected = expectedAt(text, rules, 'body', [])
  const isFree =
    expected.rules.length > 0 &&
    expected.rules.every(({ kind }) => kind === 'type' || kind === 'notEmpty' || kind === 'contentType')
  const isAny = isFree || ['Quote not found', 'Retry later.', 'x'].every((one) => accepts(expected, one))
  return isAny
    ? []
    : [open({ ...facts, observed: wanted(expected), reason: 'The words of this refusal are not specified.' })]
}

/** Checks a body about which nothing is specified. */
export function checkOpenBody(response: HttpResponse, reason: string): readonly PactFinding[] {
  const { body } = response
  if (isNothing(response)) return []
  return [
    open({
      at: body.at,
      expected: 'any body',
      observed: `a body of ${body.kind}`,
      reason,
      clause: '7.rule.4',
    }),
  ]
}

const isNothing = ({ body }: HttpResponse): boolean =>
  body.kind === 'absent' ||
  (body.kind === 'json' && (body.value === null || body.value === '')) ||
  (body.kind === 'text' && body.text === '')
