import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Exchange } from '../../conformance/exchange.ts'
import type { Handler } from './fake.ts'

const folder = resolve(import.meta.dirname, '../../test-data/traces')

/** The text of the sandbox's answer to an operation in a stored trace. */
function recorded(trace: string, operation: string): string {
  const stored = JSON.parse(readFileSync(join(folder, trace), 'utf8')) as { exchanges: readonly Exchange[] }
  const exchange = stored.exchanges.findLast((one) => one.operation === operation && one.answer !== undefined)
  const text = exchange?.answer?.body.text
  if (text === undefined) throw new Error(`${trace} has no text for ${operation}`)
  return text
}

const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

/** Replays the answers of a right platform, chosen by path alone, whatever is sent. */
export function playback(): Handler {
  const submit = recorded('submit.retention-forms.json', 'submit')
  const status = recorded('status.reads.json', 'status')
  const { data } = JSON.parse(status) as { data: { quote_id: string } }
  const id = data.quote_id
  const json = (value: unknown) => JSON.stringify(value)
  const answers: readonly (readonly [RegExp, number, string, string])[] = [
    [
      /\/token$/,
      200,
      'application/json',
      json({ access_token: 'the-token-that-was-recorded-once', token_type: 'bearer', expires_in: 3600 }),
    ],
    [/\/submit$/, 200, 'application/json', json({ ...JSON.parse(submit), data: { ...data } })],
    [/\/status\//, 200, 'application/json', status],
    [
      /\/update\//,
      200,
      'application/json',
      json({ status: 'success', data: { id, status: 'ready_to_bind' } }),
    ],
    [/\/bind\//, 202, 'application/json', json({ status: 'accepted', data: { id } })],
    [/\/document\//, 200, 'application/pdf', PDF],
  ]
  const other = [/./, 200, 'application/json', status] as const
  return ({ url }, response) => {
    const [, code, type, body] = answers.find(([place]) => place.test(url)) ?? other
    response.writeHead(code, { 'content-type': type }).end(body)
  }
}
