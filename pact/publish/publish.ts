import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MatchersV3, PactV4 } from '@pact-foundation/pact'
import { request } from 'undici'
import type { Spec } from '../../spec/index.ts'
import { componentOf } from '../checks/component.ts'
import { contractAnswerOf } from './answer.ts'
import { type ContractRow, rowsOf } from './contract.ts'
import { expectationOf } from './matchers.ts'
import { requestOf } from './request.ts'

export const CONSUMER = 'quote-conformance'
export const PROVIDER = 'cyber-insurance-quote-service'

/** Rules for the fields of a form: its credentials are the partner's own. */
const FORM_RULES = [
  ...['$.client_id', '$.client_secret'].map((path) => ({ path, rules: [MatchersV3.like('x')] })),
  ...['$.grant_type', '$.scope'].map((path) => ({ path, rules: [MatchersV3.equal('x')] })),
]

/**
 * Writes the suite's own consumer contract of a version through the Pact library. It sends every interaction once to the
 * library's mock server.
 * @returns the text of the file, which depends only on the versions of specification and library
 */
export async function contractText(spec: Spec): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'pact-publish-'))
  try {
    const pact = new PactV4({ consumer: CONSUMER, provider: PROVIDER, dir, logLevel: 'error' })
    for (const row of rowsOf(spec)) await addHttp(pact, spec, row)
    for (const event of spec.delivery.events) await addEvent(pact, spec, event.type, event.schema)
    return readFileSync(join(dir, `${CONSUMER}-${PROVIDER}.json`), 'utf8')
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function addHttp(pact: PactV4, spec: Spec, row: ContractRow): Promise<void> {
  const sent = requestOf(spec, row)
  const answer = contractAnswerOf(spec, row)
  const status =
    row.statuses === undefined
      ? row.status
      : MatchersV3.matchStatus(row.status, row.statuses as MatchersV3.HTTPResponseStatusClass)
  const started = pact.addInteraction()
  const given = row.given === undefined ? started : started.given(row.given)
  await given
    .uponReceiving(`${row.operation}: ${row.says}`)
    .withRequest(sent.method, sent.path, (builder) => {
      builder.headers({ ...sent.headers })
      if (sent.json !== undefined) builder.jsonBody(sent.json)
      if (sent.text !== undefined)
        builder
          .body('application/x-www-form-urlencoded', Buffer.from(sent.text))
          .matchingRules({ body: FORM_RULES })
    })
    .willRespondWith(status, (builder) => {
      if (answer.type !== undefined)
        builder.headers({ 'Content-Type': MatchersV3.regex(answer.type.pattern, answer.type.example) })
      if (answer.json !== undefined) builder.jsonBody(answer.json)
      if (answer.pdf) builder.body('application/pdf', Buffer.from('%PDF-1.7\n'))
    })
    .executeTest(async ({ url }) => {
      const { body } = await request(`${url}${sent.path}`, {
        method: sent.method as 'GET',
        headers: { ...sent.headers },
        body: sent.text ?? (sent.json === undefined ? null : JSON.stringify(sent.json)),
      })
      await body.dump()
    })
}

async function addEvent(pact: PactV4, spec: Spec, type: string, schema: string): Promise<void> {
  const payload = componentOf(spec, schema)
  if (payload === undefined) return
  const { headers, contentType } = spec.delivery
  const time = componentOf(spec, 'EventTime')
  await pact
    .addAsynchronousInteraction()
    .given(`${type} is emitted`)
    .expectsToReceive(`event: ${type} is delivered`, (builder) => {
      builder.withJSONContent(expectationOf(payload)).withMetadata({
        contentType,
        [headers.eventId]: MatchersV3.regex('^.+$', '8d0f2f5a-6a0e-4a58-8d43-0f6c2f9f3c11') as never,
        [headers.timestamp]: MatchersV3.regex(time?.pattern ?? '.+', '2026-11-20T12:00:00.000Z') as never,
        [headers.signature]: MatchersV3.regex('^[0-9A-Fa-f]{64}$', '0'.repeat(64)) as never,
      })
    })
    .executeTest(async () => undefined)
}
